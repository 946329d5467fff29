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

/** Problems of a form that its user can solve. */
export type Problem = 'badCode' | 'badPassword' | 'badEmail' | 'wrongPassword' | 'tooMany' | 'noSignups' | 'later';

/** Reasons why a sign-in with another service failed. */
export type SignInProblem = 'cancelled' | 'refused' | 'noAddress';

export const accountPageTexts: Record<PageLanguage, AccountPageText> = {
  en: {
    code: 'Code from the email',
    email: 'Email address',
    newPassword: 'New password, 8 characters or more',
    password: 'Password, 8 characters or more',
    verify: {
      title: 'Verify your email address',
      text: 'Select the button to complete your sign-up.',
      button: 'Verify',
      done: 'Your email address is verified. You can sign in.',
    },
    reset: {
      title: 'Choose a new password',
      text: 'Everyone signed in with the old password will be signed out.',
      button: 'Change password',
      done: 'Your password has been changed. Sign in with the new password.',
    },
    invitation: {
      title: 'Accept the invitation',
      text: 'If this address has an account, enter its password. If not, choose one.',
      button: 'Accept',
      done: 'You are a member of the project. You can sign in.',
    },
    forgot: {
      title: 'Choose a new password',
      text: 'We will send a link to the address of your account.',
      button: 'Send the link',
      done: 'If the address has an account, we have sent an email to it.',
    },
    signedIn: { title: 'You are signed in', done: 'You can close this page now.' },
    notSignedIn: {
      title: 'You are not signed in',
      cancelled: 'Sign-in was cancelled or declined by the other service. You can try again.',
      refused: 'Sign-in failed: it took too long or was started in another window. Please try again.',
      noAddress: 'Your account with the other service has no verified email address. Verify it there, then try again.',
    },
    problems: {
      badCode: 'The link has been used or has expired. Request a new email.',
      badPassword: 'The password must have 8 to 128 characters.',
      badEmail: 'This is not an email address.',
      wrongPassword: 'This is not the password of your account.',
      tooMany: 'Too many attempts. Try again in a few minutes.',
      noSignups: 'Sign-up is disabled.',
      later: 'Something went wrong. Try again in a moment.',
    },
  },
  de: {
    code: 'Code aus der E-Mail',
    email: 'E-Mail-Adresse',
    newPassword: 'Neues Passwort, mindestens 8 Zeichen',
    password: 'Passwort, mindestens 8 Zeichen',
    verify: {
      title: 'E-Mail-Adresse bestätigen',
      text: 'Klicken Sie auf die Schaltfläche, um Ihre Registrierung abzuschließen.',
      button: 'Bestätigen',
      done: 'Ihre E-Mail-Adresse ist bestätigt. Sie können sich anmelden.',
    },
    reset: {
      title: 'Neues Passwort wählen',
      text: 'Alle Geräte, die mit dem alten Passwort angemeldet sind, werden abgemeldet.',
      button: 'Passwort ändern',
      done: 'Ihr Passwort wurde geändert. Melden Sie sich mit dem neuen Passwort an.',
    },
    invitation: {
      title: 'Einladung annehmen',
      text: 'Wenn es zu dieser Adresse ein Konto gibt, geben Sie dessen Passwort ein. Andernfalls wählen Sie ein neues Passwort.',
      button: 'Annehmen',
      done: 'Sie sind Mitglied des Projekts. Sie können sich anmelden.',
    },
    forgot: {
      title: 'Neues Passwort wählen',
      text: 'Wir senden einen Link an die Adresse Ihres Kontos.',
      button: 'Link senden',
      done: 'Wenn es zu dieser Adresse ein Konto gibt, haben wir Ihnen eine E-Mail gesendet.',
    },
    signedIn: {
      title: 'Sie sind angemeldet',
      done: 'Die Anmeldung war erfolgreich. Sie können diese Seite schließen.',
    },
    notSignedIn: {
      title: 'Sie sind nicht angemeldet',
      cancelled: 'Die Anmeldung wurde abgebrochen oder vom anderen Dienst abgelehnt. Sie können es erneut versuchen.',
      refused:
        'Die Anmeldung ist fehlgeschlagen: Sie hat zu lange gedauert oder wurde in einem anderen Fenster begonnen. Bitte versuchen Sie es erneut.',
      noAddress:
        'Ihr Konto beim anderen Dienst hat keine bestätigte E-Mail-Adresse. Bestätigen Sie die Adresse dort und versuchen Sie es erneut.',
    },
    problems: {
      badCode: 'Der Link wurde bereits verwendet oder ist abgelaufen. Fordern Sie eine neue E-Mail an.',
      badPassword: 'Das Passwort muss 8 bis 128 Zeichen lang sein.',
      badEmail: 'Das ist keine gültige E-Mail-Adresse.',
      wrongPassword: 'Das ist nicht das Passwort Ihres Kontos.',
      tooMany: 'Zu viele Versuche. Bitte warten Sie einige Minuten.',
      noSignups: 'Die Registrierung ist deaktiviert.',
      later: 'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es gleich noch einmal.',
    },
  },
  fr: {
    code: 'Code reçu par e-mail',
    email: 'Adresse e-mail',
    newPassword: 'Nouveau mot de passe, 8 caractères ou plus',
    password: 'Mot de passe, 8 caractères ou plus',
    verify: {
      title: 'Confirmer votre adresse e-mail',
      text: 'Cliquez sur le bouton pour terminer votre inscription.',
      button: 'Confirmer',
      done: 'Votre adresse e-mail est confirmée. Vous pouvez vous connecter.',
    },
    reset: {
      title: 'Choisir un nouveau mot de passe',
      text: 'Toutes les sessions ouvertes avec l’ancien mot de passe seront fermées.',
      button: 'Modifier le mot de passe',
      done: 'Votre mot de passe a été modifié. Connectez-vous avec le nouveau mot de passe.',
    },
    invitation: {
      title: 'Accepter l’invitation',
      text: 'Si un compte existe pour cette adresse, saisissez son mot de passe. Sinon, choisissez un mot de passe.',
      button: 'Accepter',
      done: 'Vous êtes membre du projet. Vous pouvez vous connecter.',
    },
    forgot: {
      title: 'Choisir un nouveau mot de passe',
      text: 'Nous enverrons un lien à l’adresse de votre compte.',
      button: 'Envoyer le lien',
      done: 'Si un compte existe pour cette adresse, nous vous avons envoyé un e-mail.',
    },
    signedIn: { title: 'Vous êtes connecté', done: 'La connexion a réussi. Vous pouvez fermer cette page.' },
    notSignedIn: {
      title: 'Vous n’êtes pas connecté',
      cancelled: 'La connexion a été annulée ou refusée par l’autre service. Vous pouvez réessayer.',
      refused:
        'La connexion a échoué : elle a pris trop de temps ou a été commencée dans une autre fenêtre. Veuillez réessayer.',
      noAddress:
        'Votre compte auprès de l’autre service n’a pas d’adresse e-mail confirmée. Confirmez-la, puis réessayez.',
    },
    problems: {
      badCode: 'Ce lien a déjà été utilisé ou a expiré. Demandez un nouvel e-mail.',
      badPassword: 'Le mot de passe doit contenir entre 8 et 128 caractères.',
      badEmail: 'Cette adresse e-mail n’est pas valide.',
      wrongPassword: 'Ce n’est pas le mot de passe de votre compte.',
      tooMany: 'Trop de tentatives. Veuillez patienter quelques minutes.',
      noSignups: 'La création de comptes est désactivée.',
      later: 'Une erreur s’est produite. Veuillez réessayer dans un instant.',
    },
  },
  es: {
    code: 'Código del correo',
    email: 'Dirección de correo',
    newPassword: 'Contraseña nueva, 8 caracteres o más',
    password: 'Contraseña, 8 caracteres o más',
    verify: {
      title: 'Confirmar su dirección de correo',
      text: 'Pulse el botón para completar su registro.',
      button: 'Confirmar',
      done: 'Su dirección de correo está confirmada. Ya puede iniciar sesión.',
    },
    reset: {
      title: 'Elegir una contraseña nueva',
      text: 'Se cerrarán todas las sesiones abiertas con la contraseña anterior.',
      button: 'Cambiar la contraseña',
      done: 'Se ha cambiado su contraseña. Inicie sesión con la nueva contraseña.',
    },
    invitation: {
      title: 'Aceptar la invitación',
      text: 'Si existe una cuenta con esta dirección, escriba su contraseña. Si no, elija una contraseña.',
      button: 'Aceptar',
      done: 'Ya es miembro del proyecto. Puede iniciar sesión.',
    },
    forgot: {
      title: 'Elegir una contraseña nueva',
      text: 'Enviaremos un enlace a la dirección de su cuenta.',
      button: 'Enviar el enlace',
      done: 'Si existe una cuenta con esa dirección, le hemos enviado un correo.',
    },
    signedIn: { title: 'Ha iniciado sesión', done: 'Puede cerrar esta página.' },
    notSignedIn: {
      title: 'No ha iniciado sesión',
      cancelled: 'El inicio de sesión se canceló o el otro servicio lo rechazó. Puede intentarlo de nuevo.',
      refused: 'No se pudo iniciar sesión: tardó demasiado o se empezó en otra ventana. Inténtelo de nuevo.',
      noAddress:
        'Su cuenta en el otro servicio no tiene una dirección de correo confirmada. Confírmela allí e inténtelo de nuevo.',
    },
    problems: {
      badCode: 'El enlace ya se ha utilizado o ha caducado. Solicite un correo nuevo.',
      badPassword: 'La contraseña debe tener entre 8 y 128 caracteres.',
      badEmail: 'La dirección de correo no es válida.',
      wrongPassword: 'Esta no es la contraseña de su cuenta.',
      tooMany: 'Demasiados intentos. Espere unos minutos.',
      noSignups: 'El registro está desactivado.',
      later: 'Se ha producido un error. Inténtelo de nuevo en un momento.',
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
      text: 'Iedereen die met het oude wachtwoord is ingelogd, wordt uitgelogd.',
      button: 'Wachtwoord wijzigen',
      done: 'Uw wachtwoord is gewijzigd. Log in met het nieuwe wachtwoord.',
    },
    invitation: {
      title: 'De uitnodiging accepteren',
      text: 'Heeft dit adres een account, vul dan het wachtwoord in. Zo niet, kies een wachtwoord.',
      button: 'Accepteren',
      done: 'U bent lid van het project. U kunt inloggen.',
    },
    forgot: {
      title: 'Een nieuw wachtwoord kiezen',
      text: 'Wij sturen een link naar het adres van uw account.',
      button: 'Link versturen',
      done: 'Als dit adres een account heeft, hebben wij u een e-mail gestuurd.',
    },
    signedIn: { title: 'U bent ingelogd', done: 'Het inloggen is gelukt. U kunt deze pagina sluiten.' },
    notSignedIn: {
      title: 'U bent niet ingelogd',
      cancelled: 'Het inloggen is geannuleerd of door de andere dienst geweigerd. U kunt het opnieuw proberen.',
      refused: 'Het inloggen is mislukt: het duurde te lang of is in een ander venster begonnen. Probeer het opnieuw.',
      noAddress:
        'Uw account bij de andere dienst heeft geen bevestigd e-mailadres. Bevestig het daar en probeer het opnieuw.',
    },
    problems: {
      badCode: 'De link is al gebruikt of verlopen. Vraag een nieuwe e-mail aan.',
      badPassword: 'Het wachtwoord moet 8 tot 128 tekens bevatten.',
      badEmail: 'Dit is geen geldig e-mailadres.',
      wrongPassword: 'Dit is niet het wachtwoord van uw account.',
      tooMany: 'Te veel pogingen. Wacht enkele minuten.',
      noSignups: 'Registreren is uitgeschakeld.',
      later: 'Er is iets misgegaan. Probeer het over een ogenblik opnieuw.',
    },
  },
};
