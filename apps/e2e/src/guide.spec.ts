import { difference, examplesOf } from './guide.fixture';

const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\`\n`;

describe('the examples of a guide', () => {
  it('are blocks with their answers and the variables taken from them', () => {
    const guide = [block('csv a.csv', 'x'), block('sh', 'curl'), block('json', '{"id": "…"}'), '<!-- ID = id -->'].join(
      '\n',
    );
    expect(examplesOf(guide)).toEqual([
      { code: { language: 'csv', info: 'a.csv', text: 'x\n', line: 1 }, answer: undefined, takes: [] },
      { code: { language: 'sh', info: '', text: 'curl\n', line: 5 }, answer: { id: '…' }, takes: [['ID', 'id']] },
    ]);
  });

  it('must be in a language that is run', () => {
    expect(() => examplesOf(block('python', 'x'))).toThrow('a block of python is not run');
    expect(() => examplesOf(block('', 'x'))).toThrow('no language');
    expect(() => examplesOf(block('json', '{}'))).toThrow('an answer to nothing');
  });
});

describe('an answer', () => {
  it.each([
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ id: 'cnt_…' }, { id: 'cnt_1' }],
    [[{ a: '…' }], [{ a: 'x' }, { a: 'y' }]],
    [{ list: [] }, { list: [] }],
  ])('is as the guide shows it: %j of %j', (shown, given) => {
    expect(difference(shown, given)).toBeNull();
  });

  it.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: '…' }, {}],
    [{ id: 'cnt_…' }, { id: '1' }],
    [[{ a: 1 }], []],
    [{ a: { b: 1 } }, { a: null }],
  ])('differs from what the guide shows: %j of %j', (shown, given) => {
    expect(difference(shown, given)).toMatch(/^answer/);
  });
});
