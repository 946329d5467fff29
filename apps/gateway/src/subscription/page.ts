import type { PageLanguage, SubscriptionView } from '@waybill/contracts/subscription/subscription';
import { createHash } from 'node:crypto';
import { pageTexts, type PageText } from './page-text';

const style =
  ':root{color-scheme:light dark}body{margin:0;font:1.0625rem/1.6 system-ui,sans-serif;background:Canvas;color:CanvasText}' +
  'main{max-width:34rem;margin:12vh auto;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.25}p{overflow-wrap:anywhere}' +
  'button{font:inherit;font-weight:600;padding:.65rem 1.4rem;border:2px solid #1d4ed8;border-radius:.5rem;' +
  'background:#1d4ed8;color:#fff;cursor:pointer}button:focus-visible{outline:3px solid #f59e0b;outline-offset:3px}';

/** No script, nothing from elsewhere, in no frame; the form goes to us alone; the address, which is a key, to nobody. */
export const pageHeaders: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; ` +
    `form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
};

/** What the visitor may do next: change to subscribed or not, or nothing. */
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

/** The page for what went wrong: the link is not good, or something is away. */
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

function page(language: PageLanguage, title: string, content: string): string {
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>` +
    `<style>${style}</style></head><body><main><h1>${title}</h1>${content}</main></body></html>`
  );
}

const withAddress = (sentence: string, email: string): string =>
  sentence.replace('{address}', () => `<strong>${escapeText(maskAddress(email))}</strong>`);

/** Whoever finds a link learns no address: `a•••@example.com`. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '•••' : `${email[0]}•••${email.slice(at)}`;
}

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
