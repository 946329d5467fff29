import { containing } from './like-pattern';

describe('the pattern of a search', () => {
  it('is lower-case and has the text anywhere', () => expect(containing(' Anna@X ')).toBe('%anna@x%'));

  it('takes what LIKE treats as special literally', () => expect(containing('50%_a\\b')).toBe('%50\\%\\_a\\\\b%'));
});
