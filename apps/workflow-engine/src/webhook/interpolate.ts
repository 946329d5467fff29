import { toContactId } from '@waybill/contracts/ids';
import type { Run } from '../run/run';
import { valueAt } from '../run/run-value';

const placeholder = /\{\{\s*([^{}]{1,200}?)\s*\}\}/g;
const wholePlaceholder = /^\{\{\s*([^{}]{1,200}?)\s*\}\}$/;

export const linkNames = ['unsubscribeUrl', 'subscribeUrl', 'manageUrl'] as const;
/** The contact's own links, signed; asked for only where they are named. */
export type ContactLinks = Record<(typeof linkNames)[number], string>;

/** Names of variables in a text, in order. */
export const variablesIn = (text: string): string[] => [...text.matchAll(placeholder)].map((match) => match[1]!);

/** The text with each `{{variable}}` replaced by what `print` makes of its value. */
export const fill = (text: string, valueOf: (name: string) => unknown, print: (value: unknown) => string): string =>
  text.replace(placeholder, (_all, name: string) => print(valueOf(name)));

/** A value as text; a missing one is empty, a list or object is JSON. */
export function printText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Fills every text inside a JSON value. A text that is one placeholder and nothing else becomes the value itself, so that a
 * number stays a number; a missing value is null there. Keys stay as they are.
 */
export function fillJson(json: unknown, valueOf: (name: string) => unknown): unknown {
  if (typeof json === 'string') {
    const whole = wholePlaceholder.exec(json)?.[1];
    return whole === undefined ? fill(json, valueOf, printText) : (valueOf(whole) ?? null);
  }
  if (Array.isArray(json)) return json.map((each) => fillJson(each, valueOf));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, fillJson(value, valueOf)]));
}

/** The variables of a run. The execution's context lies over the contact's data. */
export function variablesOf({ contact, execution }: Run, links: Partial<ContactLinks>): (name: string) => unknown {
  return (name) => {
    if (name === 'id') return toContactId(contact.id);
    if (name === 'email') return contact.email;
    if (name === 'subscribed') return contact.subscribed;
    if (Object.hasOwn(links, name)) return links[name as keyof ContactLinks];
    if (name.startsWith('data.')) return valueAt(contact.data, name.slice('data.'.length));
    if (name.startsWith('event.')) return valueAt(execution.event, name.slice('event.'.length));
    if (name.startsWith('context.')) return valueAt(execution.context, name.slice('context.'.length));
    return valueAt(execution.context, name) ?? valueAt(contact.data, name);
  };
}
