import type { PreflightRender } from '@waybill/contracts/campaigns/preflight';
import { brokenLinks, clippedBytes } from '../preview/html-problems';

interface Content {
  subject: string;
  previewText: string | null;
  body: string;
  text: string | null;
}

/** Names that every email has a value for, or that are no field of a contact. */
const given = new Set(['data', 'id', 'email', 'subscribed', 'unsubscribeUrl', 'subscribeUrl', 'manageUrl']);
const shown = /\{\{-?\s*(?:data\.)?([A-Za-z_][\w-]*)\s*-?\}\}/g;

/** Fields of the contact that the content shows as they are: without a default or another filter. */
export function shownFields({ subject, previewText, body, text }: Content): string[] {
  const found = [...`${subject}\n${previewText ?? ''}\n${body}\n${text ?? ''}`.matchAll(shown)].map(
    (match) => match[1]!,
  );
  return [...new Set(found)].filter((name) => !given.has(name)).slice(0, 50);
}

/** Warnings for the sender before a campaign is sent, as texts. */
export function contentProblems(
  content: Content,
  renders: PreflightRender[],
  { included, missingField, cap }: { included: number; missingField: number; cap: number },
): string[] {
  const problems = [
    ...(included === 0 ? ['The audience has no contact that may get the campaign.'] : []),
    ...(cap > 0 ? [`${cap} emails are over the cap of this month.`] : []),
    ...(missingField > 0
      ? [`${missingField} contacts lack a field that the content shows: ${shownFields(content).join(', ')}.`]
      : []),
    ...(/unsubscribeUrl|manageUrl/.test(content.body)
      ? []
      : ['The content has no unsubscribe link of its own: the footer adds one.']),
  ];
  for (const { email, html, subject, error } of renders) {
    if (error) problems.push(`The email to ${email} cannot be rendered: ${error}`);
    if (html === null) continue;
    if (subject?.trim() === '') problems.push(`The subject of the email to ${email} is empty.`);
    for (const link of brokenLinks(html)) problems.push(`A link of the email to ${email} is not a URL: ${link}`);
    if (Buffer.byteLength(html) > clippedBytes)
      problems.push(`The email to ${email} has more than 100 KB: some mail programs cut it off.`);
  }
  return [...new Set(problems)].slice(0, 50);
}
