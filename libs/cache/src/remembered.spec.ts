import { AppError, unavailable } from '@waybill/contracts/errors';
import { Remembered } from './remembered';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Questions that the test answers, one by one; "none" is not kept. */
function setUp(most = 10) {
  const asked: { question: string; resolve: (answer: string) => void; reject: (error: Error) => void }[] = [];
  const state = { now: 0 };
  const ask = (...[question]: [string]) =>
    new Promise<string>((resolve, reject) => asked.push({ question, resolve, reject }));
  const answers = new Remembered(ask, {
    most,
    lifetime: (answer) => (answer === 'none' ? 0 : 5_000),
    inOutage: () => 60_000,
    clock: () => state.now,
  });
  /** Asks for the first time and answers. */
  const know = async (question: string, answer = 'old') => {
    const given = answers.of(question);
    asked.at(-1)!.resolve(answer);
    await given;
  };
  return { answers, asked, state, know };
}

describe('an answer', () => {
  it('is asked for once by all who need it together, and for each question apart', async () => {
    const { answers, asked } = setUp();
    const given = [answers.of('a'), answers.of('b'), answers.of('a')];
    for (const { question, resolve } of asked) resolve(`of ${question}`);
    expect(await Promise.all(given)).toEqual(['of a', 'of b', 'of a']);
    expect(asked).toHaveLength(2);
  });

  it('is believed for its lifetime, counted from the question', async () => {
    const { answers, asked, state } = setUp();
    const first = answers.of('a');
    state.now = 1_000;
    asked[0]!.resolve('old');
    await first;
    state.now = 4_999;
    expect(await answers.of('a')).toBe('old');
    state.now = 5_000;
    const next = answers.of('a');
    asked.at(-1)!.resolve('new');
    expect(await next).toBe('new');
  });

  it('that is worth no time is not kept, and ends what was', async () => {
    const { answers, asked, state, know } = setUp();
    await know('a', 'none');
    await know('a');
    state.now = 4_500;
    expect(await answers.of('a')).toBe('old');
    asked[2]!.resolve('none');
    await turn();
    const next = answers.of('a');
    asked[3]!.resolve('new');
    expect(await next).toBe('new');
  });

  it('that is told to have changed is asked for again, and one under way is not kept', async () => {
    const { answers, asked } = setUp();
    const before = answers.of('a');
    answers.forget('a');
    const after = answers.of('a');
    asked[1]!.resolve('new');
    asked[0]!.resolve('old');
    expect(await Promise.all([before, after, answers.of('a')])).toEqual(['old', 'new', 'new']);
    expect(asked).toHaveLength(2);
  });

  it('used least of late goes, and questions without an answer push none out', async () => {
    const { answers, asked, know } = setUp(2);
    await know('a');
    await know('b');
    for (const question of ['x', 'y', 'z']) answers.of(question).catch(() => undefined);
    await answers.of('a');
    for (const { reject } of asked) reject(new Error('unknown'));
    await turn();
    await know('c');
    expect(await answers.of('a')).toBe('old');
    expect(asked).toHaveLength(6);
    void answers.of('b');
    expect(asked).toHaveLength(7);
  });
});

describe('an answer that is used near its end', () => {
  it('serves at once while it is asked for, once, and the new one serves after its end', async () => {
    const { answers, asked, state, know } = setUp();
    await know('a');
    state.now = 3_999;
    await answers.of('a');
    expect(asked).toHaveLength(1);
    state.now = 4_000;
    for (let n = 0; n < 100; n++) expect(await answers.of('a')).toBe('old');
    expect(asked).toHaveLength(2);
    asked[1]!.resolve('new');
    await turn();
    expect(await answers.of('a')).toBe('new');
    state.now = 7_999;
    expect(await answers.of('a')).toBe('new');
    expect(asked).toHaveLength(2);
  });

  it('serves no longer for that: who comes after its end waits', async () => {
    const { answers, asked, state, know } = setUp();
    await know('a');
    state.now = 4_999;
    expect(await answers.of('a')).toBe('old');
    state.now = 5_000;
    const next = answers.of('a');
    expect(asked).toHaveLength(2);
    asked[1]!.resolve('new');
    expect(await next).toBe('new');
  });

  it('serves to its end when it cannot be asked for, which is tried once', async () => {
    const { answers, asked, state, know } = setUp();
    await know('a');
    state.now = 4_000;
    await answers.of('a');
    asked[1]!.reject(unavailable('away'));
    await turn();
    state.now = 4_999;
    expect(await answers.of('a')).toBe('old');
    expect(asked).toHaveLength(2);
    state.now = 5_000;
    const next = answers.of('a');
    asked[2]!.reject(unavailable('away'));
    await expect(next).rejects.toThrow('away');
  });

  it('is not brought back by an answer under way when it is told to have changed', async () => {
    const { answers, asked, state, know } = setUp();
    await know('a');
    state.now = 4_000;
    await answers.of('a');
    answers.forget('a');
    asked[1]!.resolve('read before the change');
    await turn();
    const next = answers.of('a');
    asked[2]!.resolve('new');
    expect(await next).toBe('new');
  });
});

describe('in an outage', () => {
  it.each([
    [unavailable('away'), 60_000, 'old'],
    [new AppError('INTERNAL_ERROR', 'broken'), 60_000, 'old'],
    [unavailable('away'), 60_001, 'away'],
    [new AppError('NOT_FOUND', 'no such'), 5_000, 'no such'],
    [new Error('a fault of ours'), 5_000, 'a fault of ours'],
  ])('after %s an answer %d ms old: %s', async (error, age, outcome) => {
    const { answers, asked, state, know } = setUp();
    await know('a');
    state.now = age;
    const next = answers.ofOrLast('a').catch((thrown: Error) => thrown.message);
    asked[1]!.reject(error);
    expect(await next).toBe(outcome);
  });

  it('nothing serves that is told to have changed meanwhile', async () => {
    const { answers, asked, state, know } = setUp();
    await know('a');
    state.now = 5_000;
    const next = answers.ofOrLast('a');
    answers.forget('a');
    asked[1]!.reject(unavailable('away'));
    await expect(next).rejects.toThrow('away');
  });
});
