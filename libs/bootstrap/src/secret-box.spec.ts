import { randomBytes } from 'node:crypto';
import { SecretBox } from './secret-box';

const key = (): string => randomBytes(32).toString('base64');

describe('SecretBox', () => {
  it('opens what it sealed for the same owner, and nothing can be read in between', () => {
    const box = new SecretBox(key());
    const sealed = box.seal('the private key', 'row 1');
    expect(sealed.toString('latin1')).not.toContain('private');
    expect(box.open(sealed, 'row 1')).toBe('the private key');
    expect(box.seal('the private key', 'row 1')).not.toEqual(sealed);
  });

  it('does not open for another row, after a change, or without its key', () => {
    const box = new SecretBox(key());
    const sealed = box.seal('secret', 'row 1');
    expect(() => box.open(sealed, 'row 2')).toThrow();
    const changed = Buffer.from(sealed);
    changed[changed.length - 1]! ^= 1;
    expect(() => box.open(changed, 'row 1')).toThrow();
    expect(() => new SecretBox(key()).open(sealed, 'row 1')).toThrow('no key of SECRETS_KEY');
  });

  it('opens with an older key and seals with the first', () => {
    const [older, newer] = [key(), key()];
    const both = new SecretBox(`${newer},${older}`);
    expect(both.open(new SecretBox(older).seal('old', 'r'), 'r')).toBe('old');
    expect(new SecretBox(newer).open(both.seal('new', 'r'), 'r')).toBe('new');
  });

  it('refuses keys of another length, and to seal without one', () => {
    expect(() => new SecretBox('c2hvcnQ=')).toThrow('32 bytes');
    const none = new SecretBox(null);
    expect(none.canSeal).toBe(false);
    expect(() => none.seal('x', 'r')).toThrow('not set');
  });
});
