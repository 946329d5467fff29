import { readFile } from 'node:fs/promises';
import { LoggedPoller } from '@waybill/messaging/worker';
import type { GatewayConfig } from '../config';

/** A certificate with its chain, and its key, in PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

type Files = Pick<GatewayConfig, 'SUBMISSION_TLS_CERT' | 'SUBMISSION_TLS_KEY'>;

const lookAgainMs = 60_000;

/** The certificate of the settings; null without one. @throws when a file is missing or only one is named. */
export async function readCertificate({ SUBMISSION_TLS_CERT, SUBMISSION_TLS_KEY }: Files): Promise<Certificate | null> {
  if (SUBMISSION_TLS_CERT === null && SUBMISSION_TLS_KEY === null) return null;
  if (SUBMISSION_TLS_CERT === null || SUBMISSION_TLS_KEY === null) {
    throw new Error('SUBMISSION_TLS_CERT and SUBMISSION_TLS_KEY belong together: set both or none');
  }
  const [cert, key] = await Promise.all([readFile(SUBMISSION_TLS_CERT, 'utf8'), readFile(SUBMISSION_TLS_KEY, 'utf8')]);
  return { cert, key };
}

/** Reads the files again every minute and hands on a certificate that is another than `current`. Start it with `start()`. */
export function watchCertificate(files: Files, current: Certificate, renew: (next: Certificate) => void): LoggedPoller {
  let known = current;
  return new LoggedPoller(
    'submission-certificate',
    async () => {
      const next = await readCertificate(files);
      if (!next || (next.cert === known.cert && next.key === known.key)) return;
      renew(next);
      known = next;
    },
    lookAgainMs,
  );
}
