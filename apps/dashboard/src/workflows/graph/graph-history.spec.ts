import type { Graph } from '../workflow/workflow.queries';
import { noHistory, recorded, redone, restorable, undone } from './graph-history';

const webhook = (id: string, headers: Record<string, unknown>, more: Record<string, unknown> = {}): Graph => ({
  steps: [
    {
      ...{ id, type: 'WEBHOOK', name: id, templateId: null, position: { x: 0, y: 0 } },
      config: { url: 'https://a.example', headers, ...more },
    },
  ],
  links: [],
});
const graphs = ['a', 'b', 'c'].map((name) => webhook(name, {}));
const [a, b, c] = graphs as [Graph, Graph, Graph];

describe('the history of a graph', () => {
  it('goes back and forth through the edits', () => {
    const history = recorded(recorded(noHistory, a), b);
    const back = undone(history, c)!;
    expect(back.graph).toEqual(b);
    const further = undone(back.history, back.graph)!;
    expect(further.graph).toEqual(a);
    expect(undone(further.history, a)).toBeNull();
    const again = redone(further.history, further.graph)!;
    expect([again.graph, redone(again.history, again.graph)!.graph]).toEqual([b, c]);
  });

  it('forgets what was taken back after a new edit, and all but the last fifty', () => {
    const back = undone(recorded(noHistory, a), b)!;
    expect(redone(recorded(back.history, c), c)).toBeNull();
    const long = Array.from({ length: 70 }).reduce<typeof noHistory>((history) => recorded(history, a), noHistory);
    expect(long.past).toHaveLength(50);
  });

  it('takes the secrets of webhooks as they are now, and none for a step that is gone', () => {
    const masked = webhook('hook', { authorization: '••••••••old1', accept: '*/*' }, { signingSecret: '••••••••old2' });
    const now = webhook('hook', { authorization: '••••••••new1' }, { signingSecret: '••••••••new2' });
    const { config } = restorable(masked, now).steps[0]!;
    expect(config).toEqual({
      url: 'https://a.example',
      headers: { authorization: '••••••••new1', accept: '*/*' },
      signingSecret: '••••••••new2',
    });
    expect(restorable(masked, a).steps[0]!.config).toEqual({ url: 'https://a.example', headers: { accept: '*/*' } });
  });
});
