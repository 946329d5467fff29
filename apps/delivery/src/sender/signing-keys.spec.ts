import { fakeAsks } from '@waybill/testing/fake-asks';
import { generateKeyPairSync } from 'node:crypto';
import { unavailable } from '@waybill/contracts/errors';
import { SigningKeys } from './signing-keys';

const privateKeyPem = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

describe('SigningKeys', () => {
  let now = 0;
  let asked = 0;
  let answer: 'key' | 'none' | 'away';
  let keys: SigningKeys;

  beforeEach(() => {
    [now, asked, answer] = [0, 0, 'key'];
    keys = new SigningKeys(
      fakeAsks(async () => {
        asked++;
        if (answer === 'away') throw unavailable('away');
        return { key: answer === 'key' ? { selector: 'waybill', privateKeyPem } : null };
      }),
      () => now,
    );
  });

  it('asks once for all that need a key within minutes', async () => {
    const found = await Promise.all([keys.find('p', 'a.example'), keys.find('p', 'a.example')]);
    now = 2 * 60_000;
    await keys.find('p', 'a.example');
    expect(asked).toBe(1);
    expect(found[0]).toMatchObject({ domain: 'a.example', selector: 'waybill' });
    now = 3 * 60_000;
    answer = 'none';
    expect(await keys.find('p', 'a.example')).toBeNull();
    expect(asked).toBe(2);
  });

  it('has the next answer before the last one ends, so that no email waits for it', async () => {
    await keys.find('p', 'a.example');
    now = 3 * 60_000 - 1;
    await keys.find('p', 'a.example');
    now = 3 * 60_000;
    answer = 'away';
    expect(await keys.find('p', 'a.example')).not.toBeNull();
    expect(asked).toBe(2);
  });

  it('keeps the domains and projects apart', async () => {
    await keys.find('p', 'a.example');
    answer = 'none';
    expect(await keys.find('q', 'a.example')).toBeNull();
    expect(await keys.find('p', 'b.example')).toBeNull();
  });

  it('asks soon again where there was no key', async () => {
    answer = 'none';
    expect(await keys.find('p', 'a.example')).toBeNull();
    answer = 'key';
    now = 5_001;
    expect(await keys.find('p', 'a.example')).not.toBeNull();
  });

  it('signs on through an outage of the verifier, and says so where it knows nothing', async () => {
    await keys.find('p', 'a.example');
    answer = 'away';
    now = 30 * 60_000;
    expect(await keys.find('p', 'a.example')).not.toBeNull();
    await expect(keys.find('p', 'b.example')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
