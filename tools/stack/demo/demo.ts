/** The demo project: made at the first start, kept in `demo.json`, handed to the services' seed commands. */
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { v7 } from 'uuid';

export interface Demo {
  url: string;
  email: string;
  password: string;
  projectId: string;
  publicKey: string;
  secretKey: string;
  /** Under `.test`, which is reserved (RFC 6761): mail from it can never leave for a real domain of somebody. */
  senderDomain: string;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PROJECT_NAME = 'Demo';

/** The demo of this folder, with the URL of this start. A lost or broken file is replaced: seeding then changes the keys. */
export function ensureDemo(file: string, url: string): Demo {
  const demo = { ...(readDemo(file) ?? newDemo()), url };
  writeFileSync(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return demo;
}

/** The demo written down, or null. */
export function readDemo(file: string): Demo | null {
  if (!existsSync(file)) return null;
  try {
    const demo = JSON.parse(readFileSync(file, 'utf8')) as Demo;
    return demo.projectId && demo.publicKey && demo.secretKey && demo.password && demo.email ? demo : null;
  } catch {
    return null;
  }
}

/** The argument of each service's `seed-demo`. */
export function seedArgument(service: string, demo: Demo): string {
  const { email, password, projectId, publicKey, secretKey, senderDomain } = demo;
  if (service === 'domain-verifier') return JSON.stringify({ projectId, domain: senderDomain });
  return JSON.stringify({ email, password, projectId, projectName: PROJECT_NAME, publicKey, secretKey });
}

function newDemo(): Omit<Demo, 'url'> {
  return {
    email: 'demo@waybill.test',
    password: randomBytes(15).toString('base64url'),
    projectId: v7(),
    publicKey: `pk_${base62(48)}`,
    secretKey: `sk_${base62(48)}`,
    senderDomain: 'demo.waybill.test',
  };
}

function base62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('');
}
