import type { AskName } from './asks';
import { broadcasts, wakeUps } from './events';
import { liveSubject } from './live/live';

/** The rights of a service on the bus, beside answering its own asks and reading its own durable consumers. */
export interface BusRights {
  /** The asks that it makes; `<service>.*`: every ask of that service. */
  asks: readonly (AskName | `${string}.*`)[];
  /** The events that its outbox publishes: single ones, or all of a kind as the stream names it. */
  publishes: readonly string[];
  /** The broadcasts and wake-ups that it sends, and those that it listens to. */
  sends: readonly string[];
  hears: readonly string[];
}

const { accessChanged, capsChanged } = broadcasts;

/**
 * The rights of every service on the bus, by its name. `k8s/nats/users.conf` is made from these, from `asks.ts` and from
 * `durableConsumers`; NATS refuses everything else. The gateway carries every caller's request to the services behind it.
 */
export const busRights = {
  gateway: {
    asks: ['contacts.*', 'delivery.*', 'segments.*', 'workflow-engine.*', 'billing.*', 'domain-verifier.*'],
    publishes: ['project.erasure'],
    sends: [accessChanged],
    hears: [accessChanged, liveSubject('*')],
  },
  contacts: {
    asks: [
      'segments.field-usage',
      'segments.event-usage',
      'delivery.field-usage',
      'workflow-engine.field-usage',
      'workflow-engine.event-usage',
    ],
    publishes: ['contact.*', 'audience.*', 'event.tracked', 'project.erased'],
    sends: [],
    hears: [],
  },
  delivery: {
    asks: [
      'gateway.mail-settings',
      'contacts.upsert',
      'contacts.event-stats',
      'contacts.fields',
      'workflow-engine.upcoming',
      'workflow-engine.template-usage',
      'billing.caps',
      'domain-verifier.receivers',
      'domain-verifier.senders',
      'domain-verifier.signing-key',
    ],
    publishes: ['email.*', 'campaign.*', 'project.erased'],
    sends: Object.values(wakeUps),
    hears: [accessChanged, capsChanged, ...Object.values(wakeUps)],
  },
  'workflow-engine': {
    asks: [
      'gateway.mail-settings',
      'contacts.fields',
      'contacts.update',
      'delivery.send',
      'delivery.template-get',
      'delivery.template-names',
      'delivery.webhook-catch',
    ],
    publishes: ['workflow.*', 'project.erased'],
    sends: [],
    hears: [accessChanged],
  },
  segments: {
    asks: ['contacts.upsert', 'contacts.watch', 'delivery.segment-usage', 'workflow-engine.segment-usage'],
    publishes: ['segment.*.*', 'project.erased'],
    sends: [],
    hears: [],
  },
  billing: {
    asks: ['gateway.payment-state', 'gateway.usage-warning', 'delivery.usage'],
    publishes: ['project.erased'],
    sends: [capsChanged],
    hears: [],
  },
  'domain-verifier': {
    asks: ['gateway.mail-settings', 'delivery.sender-use', 'workflow-engine.sender-use'],
    publishes: ['domain.*', 'project.erased'],
    sends: [],
    hears: [],
  },
} as const satisfies Record<string, BusRights>;

export type BusUser = keyof typeof busRights;
