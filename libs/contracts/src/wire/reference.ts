/** A segment, campaign or workflow that uses a field, an event name or a template. */
export class Reference {
  id: string;
  name: string;
}
