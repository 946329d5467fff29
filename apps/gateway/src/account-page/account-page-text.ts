import type { PageLanguage } from '@waybill/contracts/subscription/subscription';

/** Every sentence of the pages about accounts, as HTML without tags. */
export interface AccountPageText {
  code: string;
  email: string;
  newPassword: string;
  password: string;
  verify: PageText;
  reset: PageText;
  invitation: PageText;
  forgot: PageText;
  signedIn: { title: string; done: string };
  notSignedIn: { title: string } & Record<SignInProblem, string>;
  problems: Record<Problem, string>;
}

export interface PageText {
  title: string;
  text: string;
  button: string;
  done: string;
}

/** What may be wrong with a form, as far as who fills it in can do something about it. */
export type Problem = 'badCode' | 'badPassword' | 'badEmail' | 'wrongPassword' | 'tooMany' | 'noSignups' | 'later';

/** Why a sign-in with another service came to nothing, beyond what a form may meet too. */
export type SignInProblem = 'cancelled' | 'refused' | 'noAddress';

export const accountPageTexts: Record<PageLanguage, AccountPageText> = {
  en: {
    code: 'Code from the mail',
    email: 'Email address',
    newPassword: 'New password, 8 characters or more',
    password: 'Password, 8 characters or more',
    verify: {
      title: 'Verify your email address',
      text: 'Press the button to finish your sign-up.',
      button: 'Verify',
      done: 'Your email address is verified. You can sign in.',
    },
    reset: {
      title: 'Choose a new password',
      text: 'Who is signed in with the old one is signed out.',
      button: 'Change password',
      done: 'Your password is changed. Sign in with it.',
    },
    invitation: {
      title: 'Accept the invitation',
      text: 'If this address has an account, enter its password. If not, choose one.',
      button: 'Accept',
      done: 'You are a member of the project. You can sign in.',
    },
    forgot: {
      title: 'Choose a new password',
      text: 'We send a link to the address of your account.',
      button: 'Send the link',
      done: 'If the address has an account, a mail is on its way.',
    },
    signedIn: { title: 'You are signed in', done: 'The sign-in succeeded. You can close this page.' },
    notSignedIn: {
      title: 'You are not signed in',
      cancelled: 'You cancelled the sign-in at the other service, or it did not let you in. You can begin again.',
      refused: 'The sign-in did not succeed: it took too long, or it began in another window. Please begin again.',
      noAddress: 'Your account at the other service has no verified email address. Verify it there and begin again.',
    },
    problems: {
      badCode: 'The link has been used or has expired. Ask for a new mail.',
      badPassword: 'The password needs 8 to 128 characters.',
      badEmail: 'This is not an email address.',
      wrongPassword: 'This is not the password of your account.',
      tooMany: 'These were too many tries. Please wait some minutes.',
      noSignups: 'New accounts are not taken here.',
      later: 'This did not work just now. Please try again in a moment.',
    },
  },
  de: {
    code: 'Code aus der E-Mail',
    email: 'E-Mail-Adresse',
    newPassword: 'Neues Passwort, mindestens 8 Zeichen',
    password: 'Passwort, mindestens 8 Zeichen',
    verify: {
      title: 'E-Mail-Adresse bestätigen',
      text: 'Mit dem Knopf schließen Sie Ihre Anmeldung ab.',
      button: 'Bestätigen',
      done: 'Ihre E-Mail-Adresse ist bestätigt. Sie können sich anmelden.',
    },
    reset: {
      title: 'Neues Passwort wählen',
      text: 'Wer mit dem alten angemeldet ist, wird abgemeldet.',
      button: 'Passwort ändern',
      done: 'Ihr Passwort ist geändert. Melden Sie sich damit an.',
    },
    invitation: {
      title: 'Einladung annehmen',
      text: 'Hat diese Adresse ein Konto, geben Sie dessen Passwort ein. Wenn nicht, wählen Sie eines.',
      button: 'Annehmen',
      done: 'Sie sind Mitglied des Projekts. Sie können sich anmelden.',
    },
    forgot: {
      title: 'Neues Passwort wählen',
      text: 'Wir senden einen Link an die Adresse Ihres Kontos.',
      button: 'Link senden',
      done: 'Wenn die Adresse ein Konto hat, ist eine E-Mail unterwegs.',
    },
    signedIn: { title: 'Sie sind angemeldet', done: 'Die Anmeldung hat geklappt. Sie können diese Seite schließen.' },
    notSignedIn: {
      title: 'Sie sind nicht angemeldet',
      cancelled:
        'Sie haben die Anmeldung beim anderen Dienst abgebrochen, oder er hat sie abgelehnt. Sie können neu beginnen.',
      refused:
        'Die Anmeldung hat nicht geklappt: Sie hat zu lange gedauert oder in einem anderen Fenster begonnen. Bitte beginnen Sie neu.',
      noAddress:
        'Ihr Konto beim anderen Dienst hat keine bestätigte E-Mail-Adresse. Bestätigen Sie sie dort und beginnen Sie neu.',
    },
    problems: {
      badCode: 'Der Link wurde schon benutzt oder ist abgelaufen. Fordern Sie eine neue E-Mail an.',
      badPassword: 'Das Passwort braucht 8 bis 128 Zeichen.',
      badEmail: 'Das ist keine E-Mail-Adresse.',
      wrongPassword: 'Das ist nicht das Passwort Ihres Kontos.',
      tooMany: 'Das waren zu viele Versuche. Bitte warten Sie einige Minuten.',
      noSignups: 'Neue Konten werden hier nicht angelegt.',
      later: 'Das hat gerade nicht geklappt. Bitte versuchen Sie es gleich noch einmal.',
    },
  },
  fr: {
    code: 'Code reçu par e-mail',
    email: 'Adresse e-mail',
    newPassword: 'Nouveau mot de passe, 8 caractères ou plus',
    password: 'Mot de passe, 8 caractères ou plus',
    verify: {
      title: 'Confirmer votre adresse e-mail',
      text: 'Appuyez sur le bouton pour terminer votre inscription.',
      button: 'Confirmer',
      done: 'Votre adresse e-mail est confirmée. Vous pouvez vous connecter.',
    },
    reset: {
      title: 'Choisir un nouveau mot de passe',
      text: 'Les sessions ouvertes avec l’ancien seront fermées.',
      button: 'Changer le mot de passe',
      done: 'Votre mot de passe est changé. Connectez-vous avec le nouveau.',
    },
    invitation: {
      title: 'Accepter l’invitation',
      text: 'Si cette adresse a un compte, saisissez son mot de passe. Sinon, choisissez-en un.',
      button: 'Accepter',
      done: 'Vous êtes membre du projet. Vous pouvez vous connecter.',
    },
    forgot: {
      title: 'Choisir un nouveau mot de passe',
      text: 'Nous envoyons un lien à l’adresse de votre compte.',
      button: 'Envoyer le lien',
      done: 'Si l’adresse a un compte, un e-mail est en route.',
    },
    signedIn: { title: 'Vous êtes connecté', done: 'La connexion a réussi. Vous pouvez fermer cette page.' },
    notSignedIn: {
      title: 'Vous n’êtes pas connecté',
      cancelled: 'Vous avez annulé la connexion auprès de l’autre service, ou il l’a refusée. Vous pouvez recommencer.',
      refused:
        'La connexion n’a pas abouti : elle a duré trop longtemps ou a commencé dans une autre fenêtre. Veuillez recommencer.',
      noAddress:
        'Votre compte auprès de l’autre service n’a pas d’adresse e-mail confirmée. Confirmez-la et recommencez.',
    },
    problems: {
      badCode: 'Le lien a déjà servi ou a expiré. Demandez un nouvel e-mail.',
      badPassword: 'Le mot de passe doit avoir de 8 à 128 caractères.',
      badEmail: 'Ce n’est pas une adresse e-mail.',
      wrongPassword: 'Ce n’est pas le mot de passe de votre compte.',
      tooMany: 'Trop d’essais. Veuillez attendre quelques minutes.',
      noSignups: 'Il n’est pas possible de créer un compte ici.',
      later: 'Cela n’a pas fonctionné. Veuillez réessayer dans un instant.',
    },
  },
  es: {
    code: 'Código del correo',
    email: 'Dirección de correo',
    newPassword: 'Contraseña nueva, 8 caracteres o más',
    password: 'Contraseña, 8 caracteres o más',
    verify: {
      title: 'Confirmar su dirección de correo',
      text: 'Pulse el botón para terminar su registro.',
      button: 'Confirmar',
      done: 'Su dirección de correo está confirmada. Ya puede iniciar sesión.',
    },
    reset: {
      title: 'Elegir una contraseña nueva',
      text: 'Se cerrarán las sesiones abiertas con la anterior.',
      button: 'Cambiar la contraseña',
      done: 'Su contraseña ha cambiado. Inicie sesión con ella.',
    },
    invitation: {
      title: 'Aceptar la invitación',
      text: 'Si esta dirección tiene una cuenta, escriba su contraseña. Si no, elija una.',
      button: 'Aceptar',
      done: 'Ya es miembro del proyecto. Puede iniciar sesión.',
    },
    forgot: {
      title: 'Elegir una contraseña nueva',
      text: 'Enviamos un enlace a la dirección de su cuenta.',
      button: 'Enviar el enlace',
      done: 'Si la dirección tiene una cuenta, hay un correo en camino.',
    },
    signedIn: { title: 'Ha iniciado sesión', done: 'La sesión se ha iniciado. Puede cerrar esta página.' },
    notSignedIn: {
      title: 'No ha iniciado sesión',
      cancelled:
        'Ha cancelado el inicio de sesión en el otro servicio, o este lo ha rechazado. Puede empezar de nuevo.',
      refused: 'El inicio de sesión no ha funcionado: ha tardado demasiado o empezó en otra ventana. Empiece de nuevo.',
      noAddress:
        'Su cuenta en el otro servicio no tiene una dirección de correo confirmada. Confírmela allí y empiece de nuevo.',
    },
    problems: {
      badCode: 'El enlace ya se ha usado o ha caducado. Pida un correo nuevo.',
      badPassword: 'La contraseña necesita de 8 a 128 caracteres.',
      badEmail: 'Esto no es una dirección de correo.',
      wrongPassword: 'Esta no es la contraseña de su cuenta.',
      tooMany: 'Han sido demasiados intentos. Espere unos minutos.',
      noSignups: 'Aquí no se admiten cuentas nuevas.',
      later: 'No ha funcionado. Inténtelo de nuevo en un momento.',
    },
  },
  nl: {
    code: 'Code uit de e-mail',
    email: 'E-mailadres',
    newPassword: 'Nieuw wachtwoord, 8 tekens of meer',
    password: 'Wachtwoord, 8 tekens of meer',
    verify: {
      title: 'Uw e-mailadres bevestigen',
      text: 'Druk op de knop om uw aanmelding af te ronden.',
      button: 'Bevestigen',
      done: 'Uw e-mailadres is bevestigd. U kunt inloggen.',
    },
    reset: {
      title: 'Een nieuw wachtwoord kiezen',
      text: 'Wie met het oude is ingelogd, wordt uitgelogd.',
      button: 'Wachtwoord wijzigen',
      done: 'Uw wachtwoord is gewijzigd. Log ermee in.',
    },
    invitation: {
      title: 'De uitnodiging aannemen',
      text: 'Heeft dit adres een account, vul dan het wachtwoord ervan in. Zo niet, kies er een.',
      button: 'Aannemen',
      done: 'U bent lid van het project. U kunt inloggen.',
    },
    forgot: {
      title: 'Een nieuw wachtwoord kiezen',
      text: 'Wij sturen een link naar het adres van uw account.',
      button: 'Link sturen',
      done: 'Als het adres een account heeft, is er een e-mail onderweg.',
    },
    signedIn: { title: 'U bent ingelogd', done: 'Het inloggen is gelukt. U kunt deze pagina sluiten.' },
    notSignedIn: {
      title: 'U bent niet ingelogd',
      cancelled:
        'U hebt het inloggen bij de andere dienst afgebroken, of die heeft het geweigerd. U kunt opnieuw beginnen.',
      refused: 'Het inloggen is niet gelukt: het duurde te lang of begon in een ander venster. Begin opnieuw.',
      noAddress:
        'Uw account bij de andere dienst heeft geen bevestigd e-mailadres. Bevestig het daar en begin opnieuw.',
    },
    problems: {
      badCode: 'De link is al gebruikt of verlopen. Vraag een nieuwe e-mail aan.',
      badPassword: 'Het wachtwoord heeft 8 tot 128 tekens nodig.',
      badEmail: 'Dit is geen e-mailadres.',
      wrongPassword: 'Dit is niet het wachtwoord van uw account.',
      tooMany: 'Dit waren te veel pogingen. Wacht enkele minuten.',
      noSignups: 'Nieuwe accounts zijn hier niet mogelijk.',
      later: 'Dit lukte niet. Probeer het zo dadelijk opnieuw.',
    },
  },
};
