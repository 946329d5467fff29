import { durableConsumers, EVENTS_STREAM } from '@waybill/contracts/events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const sourceFile = 'libs/contracts/src/events.ts';

/** The text of `docs/events.md` before its tables. */
const intro = `Waybill publishes what happens as events on NATS JetStream. This page is for teams that subscribe to them. It is made from
\`${sourceFile}\` by \`npm run docs\`.

## The stream

| What | Value |
| --- | --- |
| stream | \`${EVENTS_STREAM.name}\` |
| subjects | ${EVENTS_STREAM.subjects.map((subject) => `\`${subject}\``).join(', ')} |
| kept | 24 hours, at most 1 GiB; longer while a service of Waybill has not handled an event |
| delivery | at least once: use \`id\` to recognise an event that comes again |
| order | events of one contact are published in the order in which they happened |

An event is written to Postgres in the transaction that makes it true, and published after the commit. When the stream is full,
new events wait in Postgres. When the store of NATS is lost, events that a service of Waybill has not handled are published once
more with the same \`id\`.

## A subscriber

Make a durable consumer of your own. Its name must not begin with \`waybill-\`: events wait for consumers of that name. Install
\`nats\` 2.29, set \`NATS_URL\`, \`NATS_USER\`, \`NATS_PASSWORD\` and \`PROJECT_ID\`, and run:

\`\`\`js
import { connect, nanos } from 'nats';

const { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: pass } = process.env;
const connection = await connect({ servers, user, pass });
const manager = await connection.jetstreamManager();
await manager.consumers.add('EVENTS', {
  durable_name: 'crm-orders',
  filter_subject: 'event.tracked',
  deliver_policy: 'all',
  ack_policy: 'explicit',
  ack_wait: nanos(30_000),
  max_deliver: 8,
});
const consumer = await connection.jetstream().consumers.get('EVENTS', 'crm-orders');
for await (const message of await consumer.consume()) {
  const event = message.json();
  if (event.projectId === process.env.PROJECT_ID) console.log(event.id, event.contactEmail, event.data.name);
  message.ack();
}
\`\`\`

Acknowledge after your own commit, and store \`id\` in the same transaction. Call \`message.nak(1_000)\` to get an event again after
a second. Nothing is acknowledged for you: an event without an answer comes again after \`ack_wait\`.

## A subscriber to entries and exits

The events of a tracked segment have its slug in their subject. A subscriber to one segment reads \`segment.<slug>.*\`; this one reads
the entries of all segments and keeps those of its project:

\`\`\`js
import { connect, nanos } from 'nats';

const { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: pass } = process.env;
const connection = await connect({ servers, user, pass });
const manager = await connection.jetstreamManager();
await manager.consumers.add('EVENTS', {
  durable_name: 'crm-entries',
  filter_subject: 'segment.*.entry',
  deliver_policy: 'new',
  ack_policy: 'explicit',
  ack_wait: nanos(30_000),
  max_deliver: 8,
});
const consumer = await connection.jetstream().consumers.get('EVENTS', 'crm-entries');
for await (const message of await consumer.consume()) {
  const { id, projectId, contactEmail, data } = message.json();
  if (projectId === process.env.PROJECT_ID) console.log(id, contactEmail, 'entered', data.segmentName, data.segmentId);
  message.ack();
}
\`\`\`

Each real change has one event, in the order in which the changes of a contact were decided: an entry and an exit take turns. The
first compute of a segment publishes an entry for each of its members. A contact that is deleted, and a segment that is deleted or no
longer tracked, has no exit.

## Replay, compatibility and access

**Replay.** \`deliver_policy: 'all'\` begins with the oldest event that is kept, \`'new'\` with the next one,
\`'by_start_time'\` with \`opt_start_time\` (ISO 8601) in between. An existing consumer keeps its position: to read again, delete
it (\`manager.consumers.delete('EVENTS', 'crm-orders')\`) or add one with another name. What is older than the stream keeps is read
from the API: \`GET /emails\`, \`GET /events\`, \`GET /activity\`.

**Compatibility.** New subjects and new fields may appear at any time: ignore what you do not know. A field is not removed and does
not change its meaning within a major version.

**Access.** NATS has no projects: a subscriber sees the events of all projects of the installation. Give it a NATS user that may
read the stream and nothing else, and never hand that user to a customer; customers use webhooks of workflows. The users of Waybill's
own services are in \`k8s/nats/users.conf\`; add one beside them that may publish to \`$JS.API.INFO\`,
\`$JS.API.CONSUMER.*.EVENTS.crm-orders.>\`, \`$JS.API.CONSUMER.*.EVENTS.crm-orders\`, \`$JS.API.CONSUMER.MSG.NEXT.EVENTS.crm-orders\` and
\`$JS.ACK.EVENTS.crm-orders.>\`, and subscribe to \`_INBOX.crm.>\` (the client's \`inboxPrefix\`).`;

/** The page about events: the text above, the subjects and payloads of the code, and Waybill's own consumers. */
export function eventsPage(): string {
  const source = ts.createSourceFile(
    sourceFile,
    readFileSync(join(process.cwd(), sourceFile), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const interfaces = source.statements.filter(ts.isInterfaceDeclaration);
  const named = (name: string) => interfaces.find((each) => each.name.text === name);
  const data = named('EventData');
  if (!data) throw new Error(`${sourceFile} has no EventData`);
  const used = interfaces.filter(
    ({ name }) => name.text !== 'EventData' && data.members.some((member) => textOf(member).includes(name.text)),
  );
  const parts = [
    `# Events\n\n${intro}`,
    `## Around every event\n\n${fieldTable(named('EventEnvelope'))}`,
    `## Subjects\n\n${table(['Subject', 'When', '`data`'], data.members.map(subjectRow))}`,
    ...used.map((each) => `### ${each.name.text}\n\n${sentence(each)}\n\n${fieldTable(each)}`),
    `## Consumers of Waybill's own services\n\nTheir names begin with \`waybill-\`.\n\n${consumerTable()}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function subjectRow(member: ts.TypeElement): string {
  return `| \`${nameOf(member)}\` | ${sentence(member)} | ${code(typeOf(member))} |`;
}

function fieldTable(declaration: ts.InterfaceDeclaration | undefined): string {
  const rows = (declaration?.members ?? []).map(
    (member) => `| \`${nameOf(member)}\` | ${code(typeOf(member))} | ${sentence(member)} |`,
  );
  return table(['Field', 'Type', 'Meaning'], rows);
}

function consumerTable(): string {
  const rows = Object.entries(durableConsumers).map(([name, subject]) => `| \`waybill-${name}\` | \`${subject}\` |`);
  return table(['Durable consumer', 'Reads'], rows);
}

/** `'email.sent'`, or `` [subject: `segment.${string}.entry`] `` as `segment.<slug>.entry`. */
function nameOf(member: ts.TypeElement): string {
  const text = textOf(member);
  const template = /^\[\w+: `([^`]+)`\]/.exec(text)?.[1];
  if (template) return template.replaceAll('${string}', '<slug>');
  const { name } = member;
  return name && (ts.isStringLiteral(name) || ts.isIdentifier(name)) ? name.text : text;
}

const textOf = (node: ts.Node): string => node.getText().replace(/\s+/g, ' ');

function typeOf(member: ts.TypeElement): string {
  const { type } = member as ts.PropertySignature;
  return type ? textOf(type).replace('Record<string, never>', '{}') : '';
}

/** The doc comment of a declaration as one line. */
function sentence(node: ts.Node): string {
  const comments = ts.getJSDocCommentsAndTags(node).map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '');
  return comments.join(' ').replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
}

/** Code in a table cell: a bar would end the cell. */
const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

const table = (head: string[], rows: readonly string[]): string =>
  [`| ${head.join(' | ')} |`, `|${head.map(() => ' --- ').join('|')}|`, ...rows].join('\n');
