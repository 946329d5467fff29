import { readHeader } from './csv-header';
import { readRow, readValue } from './csv-row';

describe('a cell', () => {
  test.each([
    ['true', true],
    ['YES', true],
    ['no', false],
    ['False', false],
    ['1', 1],
    ['0', 0],
    ['-12.50', -12.5],
    ['007', '007'],
    ['+49', '+49'],
    ['1e5', '1e5'],
    ['.5', '.5'],
    ['12345678901234567890', '12345678901234567890'],
    [' spaced ', 'spaced'],
    ['', ''],
    ['=1+1', '=1+1'],
    ["'=1+1", '=1+1'],
    ["'-5", '-5'],
    ["'quoted", "'quoted"],
  ])('%j is %j', (cell, value) => expect(readValue(cell)).toBe(value));
});

describe('the header', () => {
  it('has email and subscribed in any case, and fields by the name of their column as written', () => {
    expect(readHeader(['firstName', ' EMAIL ', '', 'Subscribed', 'data.plan', 'Plan', 'data.'])).toEqual({
      email: 1,
      subscribed: 3,
      data: [
        { key: 'firstName', index: 0 },
        { key: 'plan', index: 4 },
        { key: 'Plan', index: 5 },
        { key: 'data.', index: 6 },
      ],
      columns: 7,
    });
  });

  test.each([
    [['mail'], 'no column named email'],
    [['email', 'plan', 'data.plan'], 'twice'],
    [['email', 'Email'], 'twice'],
    [['email', 'data.constructor'], 'constructor'],
    [['email', '__proto__'], '__proto__'],
    [['email', 'x'.repeat(101)], 'too long'],
    [['email', ...Array.from({ length: 200 }, (_, n) => `c${n}`)], 'more than 200 columns'],
  ])('%j is refused: %s', (cells) => expect(() => readHeader(cells)).toThrow(/file/));
});

describe('a mapping', () => {
  const cells = ['Mail', 'Opt-in', 'name', 'plan', 'note'];

  it('gives columns the fields that it says, and the others keep their names', () => {
    const mapping = { Mail: 'email', 'Opt-in': 'subscribed', name: 'data.firstName', note: 'ignore' };
    expect(readHeader(cells, mapping)).toEqual({
      email: 0,
      subscribed: 1,
      data: [
        { key: 'firstName', index: 2 },
        { key: 'plan', index: 3 },
      ],
      columns: 5,
    });
  });

  it('may take a column for the address in place of the one that is named email', () => {
    const mapping = { email: 'data.oldAddress', Mail: 'email' };
    expect(readHeader(['email', 'Mail'], mapping)).toMatchObject({ email: 1, data: [{ key: 'oldAddress', index: 0 }] });
  });

  test.each([
    [
      { Mail: 'email', other: 'ignore' },
      { field: 'mapping.other', code: 'not_found' },
    ],
    [
      { Mail: 'email', name: 'firstName' },
      { field: 'mapping.name', code: 'invalid_enum' },
    ],
    [
      { Mail: 'email', name: 'data.' },
      { field: 'mapping.name', code: 'invalid_enum' },
    ],
    [
      { Mail: 'email', name: 'data.__proto__' },
      { field: 'mapping.name', code: 'invalid_enum' },
    ],
    [
      { Mail: 'email', name: `data.${'x'.repeat(101)}` },
      { field: 'mapping.name', code: 'invalid_enum' },
    ],
    [
      { Mail: 'email', name: 'email' },
      { field: 'file', code: 'invalid_string' },
    ],
    [
      { Mail: 'email', name: 'data.plan' },
      { field: 'file', code: 'invalid_string' },
    ],
    [{ Mail: 'ignore' }, { field: 'file', code: 'required' }],
  ])('%j is refused', (mapping, problem) => {
    expect.assertions(1);
    try {
      readHeader(cells, mapping);
    } catch (error) {
      expect(error).toMatchObject({ errors: [problem] });
    }
  });
});

describe('a row', () => {
  const header = readHeader(['email', 'plan', 'seats', 'subscribed']);

  it('is an address, a wish and data', () => {
    expect(readRow([' A@Example.com ', 'gold', '3', 'Yes'], header)).toEqual({
      email: 'a@example.com',
      given: 'A@Example.com',
      subscribed: true,
      data: { plan: 'gold', seats: 3 },
      problem: null,
    });
  });

  it('says nothing about what its cells leave empty', () => {
    expect(readRow(['a@example.com', '', '', ''], header)).toMatchObject({ subscribed: undefined, data: {} });
    expect(readRow(['a@example.com'], header)).toMatchObject({ problem: null, data: {} });
  });

  it('with another word for subscribed is unsubscribed', () =>
    expect(readRow(['a@example.com', '', '', 'maybe'], header).subscribed).toBe(false));

  test.each([
    [['', 'gold'], 'email is empty'],
    [['nobody', 'gold'], 'no email address'],
    [['a@example.com', 'gold', '1', 'yes', 'more'], 'more columns'],
  ])('%j has a problem: %s', (cells, problem) => expect(readRow(cells, header).problem).toContain(problem));
});
