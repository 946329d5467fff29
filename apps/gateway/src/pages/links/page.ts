import type { PageLanguage, SubscriptionView } from '@waybill/contracts/subscription/subscription';
import { escapeText, page } from '../page';
import { pageTexts, type PageText } from './page-text';

/** The change that the page offers: subscribe, unsubscribe, or none. */
export type Offer = 'unsubscribe' | 'subscribe' | null;

/** The page that shows a state and offers a change; posted to its own address, so it works without script. */
export function statePage(language: PageLanguage, { email, subscribed }: SubscriptionView, offer: Offer): string {
  const text = pageTexts[language];
  const state = subscribed ? text.isSubscribed : text.isUnsubscribed;
  const useful = offer !== null && (offer === 'subscribe') !== subscribed;
  const form = useful ? formOf(text, offer) : '';
  return page(language, text.title, `<p>${withAddress(state, email)}</p>${form}`);
}

/** The page after a change. */
export function donePage(language: PageLanguage, { email, subscribed }: SubscriptionView): string {
  const text = pageTexts[language];
  const done = withAddress(subscribed ? text.nowSubscribed : text.nowUnsubscribed, email);
  return page(language, text.title, `<p role="status">${done}</p>`);
}

/** The page for an error: the link is invalid, or a service is unavailable. */
export function errorPage(language: PageLanguage, problem: 'badLink' | 'later'): string {
  const text = pageTexts[language];
  return page(language, text.title, `<p role="alert">${text[problem]}</p>`);
}

function formOf(text: PageText, offer: 'unsubscribe' | 'subscribe'): string {
  const subscribe = offer === 'subscribe';
  const value = subscribe ? 'true' : 'false';
  return (
    `<form method="post"><p>${subscribe ? text.askSubscribe : text.askUnsubscribe}</p>` +
    `<button type="submit" name="subscribed" value="${value}">${subscribe ? text.subscribe : text.unsubscribe}</button></form>`
  );
}

const withAddress = (sentence: string, email: string): string =>
  sentence.replace('{address}', () => `<strong>${escapeText(maskAddress(email))}</strong>`);

/** The address masked, so that a found link does not reveal it: `a•••@example.com`. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '•••' : `${email[0]}•••${email.slice(at)}`;
}
