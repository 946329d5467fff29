import type { PageLanguage } from '@waybill/contracts/subscription/subscription';

/** Every sentence of the subscription pages; `{address}` is the masked address. */
export interface PageText {
  title: string;
  isSubscribed: string;
  isUnsubscribed: string;
  askUnsubscribe: string;
  askSubscribe: string;
  unsubscribe: string;
  subscribe: string;
  nowUnsubscribed: string;
  nowSubscribed: string;
  badLink: string;
  later: string;
}

export const pageTexts: Record<PageLanguage, PageText> = {
  en: {
    title: 'Your email subscription',
    isSubscribed: '{address} is subscribed.',
    isUnsubscribed: '{address} is not subscribed.',
    askUnsubscribe: 'Do you want to stop receiving these emails?',
    askSubscribe: 'Do you want to receive these emails?',
    unsubscribe: 'Unsubscribe',
    subscribe: 'Subscribe',
    nowUnsubscribed: 'Done: {address} is unsubscribed.',
    nowSubscribed: 'Done: {address} is subscribed.',
    badLink: 'This link does not work. Open the link from the email again.',
    later: 'Something went wrong. Try again in a moment.',
  },
  de: {
    title: 'Ihr E-Mail-Abonnement',
    isSubscribed: '{address} ist angemeldet.',
    isUnsubscribed: '{address} ist nicht angemeldet.',
    askUnsubscribe: 'Möchten Sie diese E-Mails nicht mehr erhalten?',
    askSubscribe: 'Möchten Sie diese E-Mails erhalten?',
    unsubscribe: 'Abmelden',
    subscribe: 'Anmelden',
    nowUnsubscribed: 'Erledigt: {address} ist abgemeldet.',
    nowSubscribed: 'Erledigt: {address} ist angemeldet.',
    badLink: 'Dieser Link funktioniert nicht. Bitte öffnen Sie den Link in der E-Mail noch einmal.',
    later: 'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es gleich noch einmal.',
  },
  fr: {
    title: 'Votre abonnement aux e-mails',
    isSubscribed: '{address} est abonné.',
    isUnsubscribed: '{address} n’est pas abonné.',
    askUnsubscribe: 'Souhaitez-vous ne plus recevoir ces e-mails ?',
    askSubscribe: 'Souhaitez-vous recevoir ces e-mails ?',
    unsubscribe: 'Se désabonner',
    subscribe: 'S’abonner',
    nowUnsubscribed: 'C’est fait : {address} est désabonné.',
    nowSubscribed: 'C’est fait : {address} est abonné.',
    badLink: 'Ce lien ne fonctionne pas. Veuillez rouvrir le lien depuis l’e-mail.',
    later: 'Une erreur s’est produite. Veuillez réessayer dans un instant.',
  },
  es: {
    title: 'Su suscripción por correo',
    isSubscribed: '{address} está suscrito.',
    isUnsubscribed: '{address} no está suscrito.',
    askUnsubscribe: '¿Desea dejar de recibir estos correos?',
    askSubscribe: '¿Desea recibir estos correos?',
    unsubscribe: 'Darse de baja',
    subscribe: 'Suscribirse',
    nowUnsubscribed: 'Hecho: {address} se ha dado de baja.',
    nowSubscribed: 'Hecho: {address} está suscrito.',
    badLink: 'Este enlace no funciona. Vuelva a abrirlo desde el correo.',
    later: 'Se ha producido un error. Inténtelo de nuevo en un momento.',
  },
  nl: {
    title: 'Uw e-mailabonnement',
    isSubscribed: '{address} is aangemeld.',
    isUnsubscribed: '{address} is niet aangemeld.',
    askUnsubscribe: 'Wilt u deze e-mails niet meer ontvangen?',
    askSubscribe: 'Wilt u deze e-mails ontvangen?',
    unsubscribe: 'Afmelden',
    subscribe: 'Aanmelden',
    nowUnsubscribed: 'Klaar: {address} is afgemeld.',
    nowSubscribed: 'Klaar: {address} is aangemeld.',
    badLink: 'Deze link werkt niet. Open de link opnieuw vanuit de e-mail.',
    later: 'Er is iets misgegaan. Probeer het over een ogenblik opnieuw.',
  },
};
