import { busRights, type BusRights, type BusUser } from '@waybill/contracts/bus-rights';
import { liveSubject } from '@waybill/contracts/live/live';
import { durableConsumers, EVENTS_STREAM } from '@waybill/contracts/events';
import { inboxPrefixOf } from './nats/nats-link';
import { ownConsumerPrefix } from './event/events-stream';
import { payloadBucket } from './ask/payload';

/** The subjects that a user of NATS may publish to and subscribe to. Everything else is refused. */
export interface Permissions {
  publish: string[];
  subscribe: string[];
}

/** The user of operators: it may do everything. */
export const operatorUser = 'operator';

const api = '$JS.API';
const stream = EVENTS_STREAM.name;
const payloads = `OBJ_${payloadBucket}`;

/**
 * The permissions of `service`: its asks and events, its own durable consumers, and its own inbox for answers. Every service may make the
 * stream and the durable consumers when they are missing, none may delete them, and none reads the messages of another's.
 */
export function permissionsOf(service: BusUser): Permissions {
  const rights: BusRights = busRights[service];
  return {
    publish: [
      ...rights.asks.map((ask) => `ask.${ask}`),
      '_INBOX.>',
      ...rights.publishes,
      ...rights.sends,
      // Every outbox tells browsers that something happened.
      liveSubject('*'),
      `${api}.INFO`,
      `${api}.STREAM.NAMES`,
      ...['INFO', 'CREATE', 'UPDATE'].map((verb) => `${api}.STREAM.${verb}.${stream}`),
      `${api}.CONSUMER.LIST.${stream}`,
      ...Object.entries(durableConsumers).map(
        ([name, subject]) => `${api}.CONSUMER.CREATE.${stream}.${ownConsumerPrefix}${name}.${subject}`,
      ),
      ...durablesOf(service).flatMap((name) => [
        `${api}.CONSUMER.INFO.${stream}.${name}`,
        `${api}.CONSUMER.MSG.NEXT.${stream}.${name}`,
        `$JS.ACK.${stream}.${name}.>`,
      ]),
      ...payloadSubjects,
    ],
    subscribe: [`${inboxPrefixOf(service)}.>`, `ask.${service}.*`, ...rights.hears],
  };
}

/** The durable consumers of a service, by the names that NATS knows. */
export const durablesOf = (service: BusUser): string[] =>
  Object.keys(durableConsumers)
    .filter((name) => ownerOf(name) === service)
    .map((name) => ownConsumerPrefix + name);

const services = Object.keys(busRights) as BusUser[];
const ownerOf = (durable: string): BusUser | undefined => services.find((service) => durable.startsWith(`${service}-`));

/** Large payloads: any service leaves an object there and reads one whose random name it was told. */
const payloadSubjects = [
  `$O.${payloadBucket}.C.>`,
  `$O.${payloadBucket}.M.>`,
  ...['INFO', 'CREATE', 'UPDATE', 'PURGE', 'MSG.GET'].map((verb) => `${api}.STREAM.${verb}.${payloads}`),
  `${api}.DIRECT.GET.${payloads}.>`,
  `${api}.CONSUMER.CREATE.${payloads}`,
  ...['CREATE', 'INFO', 'DELETE'].map((verb) => `${api}.CONSUMER.${verb}.${payloads}.>`),
  `$JS.FC.${payloads}.>`,
];

/** The variable of the configuration of NATS that holds the password of a user. */
export const passwordVariable = (user: string): string => `NATS_PASSWORD_${user.replaceAll('-', '_').toUpperCase()}`;

/** The users of NATS with their permissions, in the language of its configuration. */
export function usersConfig(): string {
  const lists = services.map((service) => userBlock(service, permissionsOf(service)));
  return `${[
    '# Made by `npm run docs` from libs/contracts/src: bus-rights.ts, asks.ts and events.ts. Include it in the configuration of NATS.',
    '# The passwords are variables of that configuration or of the environment: letters and digits, beginning with a letter.',
    'authorization {',
    '  users = [',
    `    { user: "${operatorUser}", password: $${passwordVariable(operatorUser)} }`,
    ...lists,
    '  ]',
    '}',
  ].join('\n')}\n`;
}

function userBlock(user: string, { publish, subscribe }: Permissions): string {
  const list = (subjects: string[]): string => subjects.map((subject) => `          "${subject}"`).join('\n');
  return `    {
      user: "${user}"
      password: $${passwordVariable(user)}
      permissions {
        publish { allow = [
${list(publish)}
        ] }
        subscribe { allow = [
${list(subscribe)}
        ] }
      }
    }`;
}
