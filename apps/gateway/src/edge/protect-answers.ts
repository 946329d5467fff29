import helmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { GatewayConfig } from '../config';

/**
 * Headers that keep a browser from making more of an answer than it is. A page says itself what it may load, in a policy of
 * its own; images are shown in mails anywhere.
 */
export async function protectAnswers(app: NestFastifyApplication, config: GatewayConfig): Promise<void> {
  await app.register(helmet as never, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: config.PUBLIC_URL.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });
}
