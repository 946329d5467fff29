import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '@waybill/contracts/errors';
import { TemplateError } from '@waybill/templating/template';
import { TemplateWork } from './template-work';

const file = join(__dirname, '../../../../dist/apps/delivery/template.thread.js');
const slowHtml = '{% assign m = (1..5000000) | where_exp: "x", "x > 3" | size %}{{ m }}';
const deep = '<div>'.repeat(400_000);
/** Goes to the thread by its length, and is done there at once. */
const longText = 'x'.repeat(100_001);

let work: TemplateWork;
const begin = (deadline?: number): TemplateWork => (work = new TemplateWork({ file, deadline }));
afterEach(() => {
  jest.restoreAllMocks();
  return work.onApplicationShutdown();
});

/** Milliseconds of a job in the thread, of which none pass. */
const heldDeadline = 299;

/** The deadline of a job in the thread passes when the test says so: of the first, the second and so on, counted from 0. */
function beginHeld(): { endJob: (index: number) => Promise<void> } {
  const ends: (() => void)[] = [];
  const { setTimeout } = globalThis;
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((end: () => void, ms: number) => {
    if (ms !== heldDeadline) return setTimeout(end, ms);
    ends.push(end);
    return setTimeout(() => {}, 0);
  }) as typeof setTimeout);
  begin(heldDeadline);
  const endJob = async (index: number): Promise<void> => {
    while (ends.length <= index) await setImmediate();
    ends[index]!();
  };
  return { endJob };
}

const refusal = (promise: unknown): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => null,
    (error: unknown) => error,
  );

/** What is answered without a promise. A pause of this process looks like a slow template, so it is tried a few times. */
async function atOnce<T>(job: () => T | Promise<T>): Promise<T> {
  for (let n = 0; n < 10; n++) {
    const answer = job();
    if (!(answer instanceof Promise)) return answer;
    await answer;
  }
  throw new Error('it was never answered at once');
}

describe('templates', () => {
  it('that are quick are done at once', async () => {
    begin();
    const templates = { subject: 'Hi {{name}}', html: '<p>{{name}}</p>' };
    expect(await atOnce(() => work.render('p', templates, { name: 'Ann' }))).toEqual({
      subject: 'Hi Ann',
      html: '<p>Ann</p>',
    });
    const withText = { subject: 's', html: '{{name}}', text: 'Hi {{name}}' };
    const own = await work.render('p', withText, { name: '<Ann>' });
    expect(own).toEqual({ subject: 's', html: '&#60;Ann&#62;', text: 'Hi <Ann>' });
    expect(await work.text('p', '<p>Ann</p>')).toBe('Ann');
    expect(work.check('p', '{{a')).toHaveLength(1);
    expect(work.compile('p', '{{a', 'text')).toHaveLength(1);
  });

  it('give way to other work after 20 ms', async () => {
    begin();
    const html = '{% for a in (1..300) %}{{ a }}{% endfor %}';
    let rendered: unknown;
    for (let n = 0; n < 10_000 && !(rendered instanceof Promise); n++)
      rendered = work.render('p', { subject: 's', html }, {});
    let hasRun = false;
    void setImmediate().then(() => (hasRun = true));
    expect(await rendered).toMatchObject({ html: expect.stringMatching(/300$/) });
    expect(hasRun).toBe(true);
  });

  it('that are large are done in the thread, with the same result', async () => {
    begin();
    const padding = `<p>${'text '.repeat(30_000)}</p>`;
    const html = `${padding}{{name ?? you}}`;
    const rendered = work.render('p', { subject: 'Hi {{name}}', html }, { name: '<Ann>' });
    expect(rendered).toBeInstanceOf(Promise);
    expect(await rendered).toEqual({ subject: 'Hi <Ann>', html: `${padding}&#60;Ann&#62;` });
    const text = `${'text '.repeat(30_000)}{{name}}`;
    const rendering = work.render('p', { subject: 's', html: 'h', text }, { name: '<Ann>' });
    expect(rendering).toBeInstanceOf(Promise);
    expect(await rendering).toMatchObject({ text: expect.stringMatching(/<Ann>$/) });
    expect(await work.text('p', `${padding}<p>end</p>`)).toMatch(/text\n\nend$/);
    expect(await work.check('p', `${padding}{{a | nope}}`)).toMatchObject([{ line: 1 }]);
    expect(await work.compile('p', `${padding}{{a`, 'html')).toMatchObject([{ line: 1 }]);
    expect(await work.compile('p', '{{a}}'.repeat(2_000), 'html')).toEqual([]);
  });

  it('that are slow with the values of one contact are rendered in the thread', async () => {
    begin();
    const html = '{% for a in (1..n) %}{{ a }}{% endfor %}';
    const render = (n: number) => work.render('p', { subject: 's', html }, { n });
    expect(await atOnce(() => render(3))).toMatchObject({ html: '123' });
    for (let n = 0; n < 3; n++) expect(await render(10_000)).toMatchObject({ html: expect.stringMatching(/10000$/) });
    const later = render(3);
    expect(later).toBeInstanceOf(Promise);
    expect(await later).toMatchObject({ html: '123' });
  });

  it('that miss the bounds now and then are tried quickly again', async () => {
    begin();
    const html = '{% for a in (1..n) %}{{ a }}{% endfor %}!';
    for (let n = 0; n < 4; n++) {
      await work.render('p', { subject: 's', html }, { n: 10_000 });
      expect(await work.render('p', { subject: 's', html }, { n: 3 })).toMatchObject({ html: '123!' });
    }
  });

  it('that fail say why', async () => {
    begin();
    const html = '{% for a in (1..100000000) %}{% endfor %}';
    const error = await refusal(work.render('p', { subject: 's', html }, {}));
    expect(error).toBeInstanceOf(TemplateError);
    expect((error as Error).message).toMatch(/memory.*line 1/);
  });

  it.each([
    ['a chain of filters', () => work.render('p', { subject: 's', html: slowHtml }, {})],
    ['HTML whose text part takes long', () => work.text('p', deep)],
  ])('that take too long are ended, and others are not held up: %s', async (_what, job) => {
    const { endJob } = beginHeld();
    let ended = false;
    const error = refusal(job()).finally(() => (ended = true));
    for (let turns = 0; turns < 100; turns++) await setImmediate();
    expect(ended).toBe(false);
    await endJob(0);
    expect(await error).toEqual(new TemplateError([{ message: 'the template takes too long', line: 1, column: 1 }]));
    expect(await work.render('p', { subject: 's', html: longText }, {})).toMatchObject({ html: longText });
  });

  it('that wait are given up when the process stops', async () => {
    begin(300);
    const jobs = [1, 2, 3].map(() => refusal(work.render('p', { subject: 's', html: slowHtml }, {})));
    await setImmediate();
    work.beforeApplicationShutdown();
    const [first, ...waiting] = await Promise.all(jobs);
    expect(first).toBeInstanceOf(TemplateError);
    for (const error of waiting) expect(error).toBeInstanceOf(AppError);
  });

  it('of a project wait for each other, a few at once, and not those of another project', async () => {
    const { endJob } = beginHeld();
    const order: string[] = [];
    const slow = Array.from({ length: 7 }, async () => {
      const error = await refusal(work.render('slow', { subject: 's', html: slowHtml }, {}));
      order.push(error instanceof AppError ? error.code : 'slow');
    });
    const quick = Promise.resolve(work.render('other', { subject: 's', html: longText }, {}));
    const other = quick.then(() => order.push('other'));
    await endJob(0);
    await other;
    for (const index of [2, 3, 4, 5]) await endJob(index);
    await Promise.all(slow);
    expect(order.slice(0, 4)).toEqual(['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE', 'slow', 'other']);
  });
});
