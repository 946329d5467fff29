import type { PageLanguage } from '@waybill/contracts/subscription/subscription';
import { escapeHtml } from '@waybill/templating/print';
import { appendToBody } from './insert-html';

const texts: Record<PageLanguage, { why: string; unsubscribe: string; manage: string }> = {
  en: {
    why: 'You receive this email because you are subscribed to our messages.',
    unsubscribe: 'Unsubscribe',
    manage: 'Manage your subscription',
  },
  de: {
    why: 'Sie erhalten diese E-Mail, weil Sie unsere Nachrichten abonniert haben.',
    unsubscribe: 'Abmelden',
    manage: 'Abonnement verwalten',
  },
  fr: {
    why: 'Vous recevez cet e-mail parce que vous êtes abonné à nos messages.',
    unsubscribe: 'Se désabonner',
    manage: 'Gérer votre abonnement',
  },
  es: {
    why: 'Recibe este correo porque está suscrito a nuestros mensajes.',
    unsubscribe: 'Darse de baja',
    manage: 'Gestionar su suscripción',
  },
  nl: {
    why: 'U ontvangt deze e-mail omdat u op onze berichten bent geabonneerd.',
    unsubscribe: 'Afmelden',
    manage: 'Abonnement beheren',
  },
};

/** The HTML with the footer of a marketing message. */
export function addFooter(
  html: string,
  language: PageLanguage,
  urls: { unsubscribeUrl: string; manageUrl: string },
): string {
  const { why, unsubscribe, manage } = texts[language];
  const link = (url: string, text: string) =>
    `<a href="${escapeHtml(url)}" style="color:#6b6b6b;text-decoration:underline">${escapeHtml(text)}</a>`;
  const footer =
    `<div lang="${language}" style="margin:32px auto 0;padding:16px;text-align:center;` +
    `font:12px/1.6 Arial,Helvetica,sans-serif;color:#6b6b6b">${escapeHtml(why)}<br>` +
    `${link(urls.unsubscribeUrl, unsubscribe)} · ${link(urls.manageUrl, manage)}</div>`;
  return appendToBody(html, footer);
}

/** The same footer for a text part. */
export function textFooter(language: PageLanguage, urls: { unsubscribeUrl: string; manageUrl: string }): string {
  const { why, unsubscribe, manage } = texts[language];
  return `\n\n--\n${why}\n${unsubscribe}: ${urls.unsubscribeUrl}\n${manage}: ${urls.manageUrl}\n`;
}
