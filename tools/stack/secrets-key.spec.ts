import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureSecretsKey } from './secrets-key';

it('makes one key per folder, keeps it, and lets no other user read it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-key-'));
  try {
    const file = join(folder, 'secrets.key');
    const key = ensureSecretsKey(file);
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(ensureSecretsKey(file)).toBe(key);
    expect(statSync(file).mode & 0o077).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
