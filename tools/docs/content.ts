import type { Setting, Settings } from '@waybill/bootstrap/config';
import { serviceSettings } from '@waybill/bootstrap/config';
import { errorCodes } from '@waybill/contracts/errors';
import { usersConfig } from '@waybill/messaging/nats-permissions';
import { billingSettings } from '../../apps/billing/src/config';
import { contactsSettings } from '../../apps/contacts/src/config';
import { deliverySettings } from '../../apps/delivery/src/config';
import { domainVerifierSettings } from '../../apps/domain-verifier/src/config';
import { gatewaySettings } from '../../apps/gateway/src/config';
import { segmentsSettings } from '../../apps/segments/src/config';
import { workflowEngineSettings } from '../../apps/workflow-engine/src/config';
import { eventsPage } from './events-page';

/** The files that are made from code: path under the root to content. */
export function pages(): Record<string, string> {
  return {
    'docs/errors.md': errorsPage(),
    'docs/configuration.md': configurationPage(),
    'docs/events.md': eventsPage(),
    'k8s/nats/users.conf': usersConfig(),
  };
}

function errorsPage(): string {
  const rows = Object.entries(errorCodes).map(
    ([code, { status, suggestion }]) => `| ${status} | \`${code}\` | ${suggestion} |`,
  );
  return page(
    'Error codes',
    [
      'Every error answer has the same envelope: `success: false`, `error` with `code`, `message`, `statusCode`, `requestId`,',
      '`suggestion` and, for invalid fields, `errors` (`field`, `message`, `code`), and `timestamp`.',
      'This page is made from `libs/contracts/src/errors.ts` by `npm run docs`.',
    ],
    [table(['Status', 'Code', 'What to do'], rows)],
  );
}

function configurationPage(): string {
  const services: [string, Settings][] = [
    ['Every service', serviceSettings],
    ['gateway', gatewaySettings],
    ['contacts', contactsSettings],
    ['delivery', deliverySettings],
    ['workflow-engine', workflowEngineSettings],
    ['segments', segmentsSettings],
    ['billing', billingSettings],
    ['domain-verifier', domainVerifierSettings],
  ];
  const parts = services
    .filter(([, settings]) => Object.keys(settings).length > 0)
    .map(
      ([name, settings]) =>
        `## ${name}\n\n${table(['Variable', 'Kind', 'Default', 'Meaning'], Object.entries(settings).map(settingRow))}`,
    );
  return page(
    'Configuration',
    [
      'A service reads its settings from the environment when it starts, and does not start with a wrong one: it prints every',
      'problem and exits 1. A secret may lie in a file, whose path is given as `<VARIABLE>_FILE` instead. This page is made from the `config.ts` of each app by `npm run docs`.',
    ],
    parts,
  );
}

function settingRow([key, setting]: [string, Setting<unknown>]): string {
  const { fallback } = setting;
  const shown =
    fallback === undefined ? 'required' : fallback === null || fallback === '' ? '' : `\`${String(fallback)}\``;
  return `| \`${key}\` | ${setting.kind} | ${shown} | ${setting.doc}${setting.secret ? ' Secret.' : ''} |`;
}

const table = (head: string[], rows: string[]): string =>
  [`| ${head.join(' | ')} |`, `|${head.map(() => ' --- ').join('|')}|`, ...rows].join('\n');

const page = (title: string, intro: string[], parts: string[]): string =>
  `${[`# ${title}`, intro.join('\n'), ...parts].join('\n\n')}\n`;
