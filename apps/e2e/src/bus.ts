import { askSubject, type Batch } from '@waybill/contracts/asks';
import type { TrackEvent } from '@waybill/contracts/contacts/track';
import type { EventEnvelope, EventSubject } from '@waybill/contracts/events';
import { eventually } from '@waybill/testing/eventually';
import type { System } from '@waybill/testing/system';
import type { NatsConnection } from 'nats';

/** What a system says on its bus, from the moment of listening. */
export class Bus {
  readonly events: EventEnvelope[] = [];

  private constructor(private readonly connection: NatsConnection) {}

  static async listen(system: System): Promise<Bus> {
    const connection = await system.connectToNats();
    const bus = new Bus(connection);
    for (const subject of ['email.*', 'contact.*', 'event.tracked']) {
      connection.subscribe(subject, { callback: (error, message) => error || bus.events.push(message.json()) });
    }
    await connection.flush();
    return bus;
  }

  /** The events about a contact, in the order in which they were told, once one of this subject is among them. */
  async about(email: string, until: EventSubject): Promise<EventEnvelope[]> {
    const found = (): EventEnvelope[] => this.events.filter(({ contactEmail }) => contactEmail === email);
    await eventually(`${until} about ${email}`, () => found().some(({ subject }) => subject === until));
    return found();
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}

/** Counts the tracked events that the gateway asks the contacts service to write, from the moment of listening. */
export class Asks {
  count = 0;

  private constructor(private readonly connection: NatsConnection) {}

  static async listen(system: System): Promise<Asks> {
    const asks = new Asks(await system.connectToNats());
    asks.connection.subscribe(askSubject('contacts.track'), {
      callback: (error, message) => {
        if (!error) asks.count += message.json<Batch<TrackEvent>>().items.length;
      },
    });
    await asks.connection.flush();
    return asks;
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
