import type { AppError } from '@waybill/contracts/errors';
import { escapeText, page } from '../page/page';

/** The pages to which mails about accounts lead where there is no dashboard. */
export type AccountPage = 'verify-email' | 'reset-password' | 'invitation' | 'forgot-password';

/**
 * The mail's link carries its token in the fragment, which only the browser knows: this moves it into the form and out of
 * the address. Where no script runs, the form asks for the code of the mail.
 */
export const tokenScript =
  "var f=document.querySelector('[name=token]'),t=new URLSearchParams(location.hash.slice(1)).get('token');" +
  "if(f&&t){f.value=t;history.replaceState(null,'',location.pathname)}if(f&&f.value)f.parentNode.hidden=true";

const token =
  '<p><label for="token">Code from the mail</label><input id="token" name="token" value="" required maxlength="100" ' +
  'autocomplete="off" autocapitalize="off" spellcheck="false"></p>';
const newPassword = (label: string): string =>
  `<p><label for="password">${label}</label><input id="password" name="password" type="password" required minlength="8" ` +
  'maxlength="128" autocomplete="new-password"></p>';
const email =
  '<p><label for="email">Email address</label><input id="email" name="email" type="email" required maxlength="254" ' +
  'autocomplete="email"></p>';

const pages: Record<AccountPage, { title: string; text: string; fields: string; button: string; done: string }> = {
  'verify-email': {
    title: 'Verify your email address',
    text: 'Press the button to finish your sign-up.',
    fields: token,
    button: 'Verify',
    done: 'Your email address is verified. You can sign in.',
  },
  'reset-password': {
    title: 'Choose a new password',
    text: 'Who is signed in with the old one is signed out.',
    fields: token + newPassword('New password, 8 characters or more'),
    button: 'Change password',
    done: 'Your password is changed. Sign in with it.',
  },
  invitation: {
    title: 'Accept the invitation',
    text: 'If this address has an account, enter its password. If not, choose one.',
    fields: token + newPassword('Password, 8 characters or more'),
    button: 'Accept',
    done: 'You are a member of the project. You can sign in.',
  },
  'forgot-password': {
    title: 'Choose a new password',
    text: 'We send a link to the address of your account.',
    fields: email,
    button: 'Send the link',
    done: 'If the address has an account, a mail is on its way.',
  },
};

/** The page with its form, posted to its own address; `problem` says why the last try, with this token, did nothing. */
export function formPage(name: AccountPage, problem?: string, given = ''): string {
  const { title, text, button } = pages[name];
  const fields = pages[name].fields.replace('value=""', () => `value="${escapeText(given)}"`);
  const alert = problem ? `<p role="alert">${escapeText(problem)}</p>` : '';
  const form = `<form method="post">${fields}<button type="submit">${button}</button></form>`;
  return page('en', title, `${alert}<p>${text}</p>${form}`, tokenScript);
}

/** The page after it worked. */
export const donePage = (name: AccountPage): string =>
  page('en', pages[name].title, `<p role="status">${pages[name].done}</p>`, tokenScript);

/** What an error means to who filled in the form. */
export function problemOf({ code, status, errors, message }: AppError): string {
  const [field] = errors ?? [];
  if (field) return `Please look at the ${field.field} again: ${field.message}.`;
  if (code === 'BAD_REQUEST') return 'The link has been used or has expired. Ask for a new mail.';
  if (code === 'INVALID_CREDENTIALS') return 'This is not the password of your account.';
  return status < 500 ? `${message}.` : 'This did not work just now. Please try again in a moment.';
}
