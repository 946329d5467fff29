import type { HandOver, Obstacle } from '../provider';
import { AnswerTally } from './answer-tally';

const accepted: HandOver = { outcome: 'accepted', messageId: 'm' };
const doubtful: HandOver = { outcome: 'doubtful', reason: 'timeout' };
const rejected: HandOver = { outcome: 'rejected', reason: 'no such user' };
const not = (kind: Obstacle): HandOver => ({
  outcome: 'not_accepted',
  kind,
  reason: kind,
});

function setUp() {
  let now = 0;
  const tally = new AnswerTally(() => now);
  const add = (answers: HandOver[], trial = false) => answers.map((answer) => tally.add(answer, trial));
  return { tally, add, pass: (ms: number) => (now += ms) };
}

describe('the answers of a provider', () => {
  it('open the circuit after five in a row that leave doubt or never came', () => {
    const { add } = setUp();
    const mixed = [doubtful, not('unreachable'), doubtful, not('unreachable'), doubtful];
    expect(add(mixed)).toEqual([null, null, null, null, 'open']);
  });

  it('leave the circuit alone while any other answer comes in between', () => {
    const { add } = setUp();
    const four = [doubtful, doubtful, doubtful, doubtful];
    for (const other of [accepted, rejected, not('temporary')]) expect(add([...four, other])).not.toContain('open');
  });

  it('that refuse the account open the circuit at once', () => {
    const { add } = setUp();
    expect(add([accepted, not('refused'), accepted, not('refused')])).toEqual([null, 'open', null, 'open']);
  });

  it('that deny a right open it after five in a row: it may be missing for one sender only', () => {
    const { add } = setUp();
    const four = [not('denied'), not('denied'), not('denied'), not('denied')];
    expect(add([...four, accepted, ...four])).not.toContain('open');
    expect(add([not('denied')])).toEqual(['open']);
  });

  it('pause the account when the quota of the day is used up', () => {
    const { add } = setUp();
    expect(add([accepted, not('exhausted')])).toEqual([null, 'pause']);
    expect(add([not('exhausted')], true)).toEqual(['pause']);
  });

  it('of an email that tries decide at once', () => {
    const { add } = setUp();
    expect(add([not('refused')], true)).toEqual(['open']);
    expect(add([not('denied')], true)).toEqual(['open']);
    expect(add([doubtful], true)).toEqual(['open']);
    expect(add([accepted], true)).toEqual(['close']);
    expect(add([rejected], true)).toEqual(['close']);
  });

  it('slow the account when a tenth of them is throttled, once in two seconds', () => {
    const { add, pass } = setUp();
    const three = [not('throttled'), not('throttled'), not('throttled')];
    expect(add([...three, ...three])).toEqual([null, null, 'slow', null, null, null]);
    pass(2_100);
    expect(add(three)).toEqual([null, null, 'slow']);
  });

  it('do not slow the account when single recipients are deferred', () => {
    const { add } = setUp();
    const many = Array.from({ length: 100 }, () => accepted);
    expect(add([...many, not('throttled'), ...many, not('throttled'), not('throttled')])).not.toContain('slow');
    const quiet = setUp();
    expect(quiet.add([not('throttled'), not('throttled')])).toEqual([null, null]);
  });

  it('give the number of answers per second', () => {
    const { tally, add, pass } = setUp();
    add(Array.from({ length: 60 }, () => accepted));
    pass(3_000);
    add([accepted]);
    expect(tally.perSecond).toBeCloseTo(20, 0);
  });
});
