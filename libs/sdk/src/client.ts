import { settingsOf, type Place, type WaybillOptions } from './call/config';
import { Activity } from './resource/activity';
import { Campaigns } from './resource/campaigns';
import { Contacts } from './resource/contacts';
import { Domains } from './resource/domains';
import { Emails } from './resource/emails';
import { Events } from './resource/events';
import { Projects } from './resource/projects';
import { Segments } from './resource/segments';
import { Suppressions } from './resource/suppressions';
import { Templates } from './resource/templates';
import { Workflows } from './resource/workflows';
import { Transport, type CallOptions } from './call/transport';
import type { Schema } from './call/wire';

/** The project of a key on an installation of Waybill. */
export class Client {
  readonly emails: Emails;
  readonly events: Events;
  readonly contacts: Contacts;
  readonly templates: Templates;
  readonly segments: Segments;
  readonly campaigns: Campaigns;
  readonly workflows: Workflows;
  readonly domains: Domains;
  readonly suppressions: Suppressions;
  readonly activity: Activity;
  readonly projects: Projects;
  private readonly transport: Transport;

  /** @throws ConfigurationError that names the missing or wrong setting */
  protected constructor(options: WaybillOptions, place: Place) {
    const transport = new Transport(settingsOf(options, place), place);
    this.transport = transport;
    this.emails = new Emails(transport);
    this.events = new Events(transport);
    this.contacts = new Contacts(transport);
    this.templates = new Templates(transport);
    this.segments = new Segments(transport);
    this.campaigns = new Campaigns(transport);
    this.workflows = new Workflows(transport);
    this.projects = new Projects(transport);
    this.domains = new Domains(transport, this.projects);
    this.suppressions = new Suppressions(transport);
    this.activity = new Activity(transport);
  }

  /** The address of the installation. */
  get url(): string {
    return this.transport.url;
  }

  /** Checks an email address: format, domain, typing errors and kind. */
  verify(email: string, options?: CallOptions): Promise<Schema<'AddressReport'>> {
    return this.transport.data('post', '/v1/verify', { body: { email }, options });
  }
}
