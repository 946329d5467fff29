import { accessSync, constants } from 'node:fs';

const fileParameters = ['sslrootcert', 'sslcert', 'sslkey'];

/**
 * The URL for the driver. Its `sslmode` means what it means to libpq: `require` encrypts and accepts any certificate,
 * `verify-ca` wants one that the authority of `sslrootcert` signed, `verify-full` also the right host name.
 * @throws Error when the URL or a file that it names cannot be read
 */
export function connectionUrl(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new Error('DATABASE_URL must be postgres://user:password@host:port/database');
  }
  for (const name of fileParameters) {
    const path = url.searchParams.get(name);
    if (path) checkFile(name, path);
  }
  if (!url.searchParams.has('sslmode') || url.searchParams.has('uselibpqcompat')) return databaseUrl;
  url.searchParams.set('uselibpqcompat', 'true');
  return url.href;
}

function checkFile(name: string, path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw new Error(`DATABASE_URL: ${name}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
