import type { AppError } from '@waybill/contracts/errors';
import type { PageLanguage } from '@waybill/contracts/subscription/subscription';
import { escapeText, page } from '../page';
import {
  accountPageTexts,
  type AccountPageText,
  type PageText,
  type Problem,
  type SignInProblem,
} from './account-page-text';

/** The pages to which mails about accounts lead where there is no dashboard. */
export type AccountPage = 'verify-email' | 'reset-password' | 'invitation' | 'forgot-password';

/**
 * The mail's link carries its token in the fragment, which only the browser knows: this moves it into the form and out of
 * the address. Where no script runs, the form asks for the code of the mail.
 */
export const tokenScript =
  "var f=document.querySelector('[name=token]'),t=new URLSearchParams(location.hash.slice(1)).get('token');" +
  "if(f&&t){f.value=t;history.replaceState(null,'',location.pathname)}if(f&&f.value)f.parentNode.hidden=true";

const tokenField = (label: string, given: string): string =>
  `<p><label for="token">${label}</label><input id="token" name="token" value="${escapeText(given)}" required ` +
  'maxlength="100" autocomplete="off" autocapitalize="off" spellcheck="false"></p>';
const passwordField = (label: string): string =>
  `<p><label for="password">${label}</label><input id="password" name="password" type="password" required minlength="8" ` +
  'maxlength="128" autocomplete="new-password"></p>';
const emailField = (label: string): string =>
  `<p><label for="email">${label}</label><input id="email" name="email" type="email" required maxlength="254" ` +
  'autocomplete="email"></p>';

interface Form {
  words: (text: AccountPageText) => PageText;
  fields: (text: AccountPageText, given: string) => string;
}

const forms: Record<AccountPage, Form> = {
  'verify-email': { words: (text) => text.verify, fields: (text, given) => tokenField(text.code, given) },
  'reset-password': {
    words: (text) => text.reset,
    fields: (text, given) => tokenField(text.code, given) + passwordField(text.newPassword),
  },
  invitation: {
    words: (text) => text.invitation,
    fields: (text, given) => tokenField(text.code, given) + passwordField(text.password),
  },
  'forgot-password': { words: (text) => text.forgot, fields: (text) => emailField(text.email) },
};

/** The page with its form, posted to its own address; `problem` says why the last try, with this token, did nothing. */
export function formPage(language: PageLanguage, name: AccountPage, problem?: Problem, given = ''): string {
  const text = accountPageTexts[language];
  const words = forms[name].words(text);
  const alert = problem ? `<p role="alert">${text.problems[problem]}</p>` : '';
  const fields = forms[name].fields(text, given);
  const form = `<form method="post">${fields}<button type="submit">${words.button}</button></form>`;
  return page(language, words.title, `${alert}<p>${words.text}</p>${form}`, tokenScript);
}

/** The page after it worked. */
export function donePage(language: PageLanguage, name: AccountPage): string {
  const { title, done } = forms[name].words(accountPageTexts[language]);
  return page(language, title, `<p role="status">${done}</p>`, tokenScript);
}

/** Where a sign-in with another service ends when there is no dashboard. */
export function signedInPage(language: PageLanguage): string {
  const { title, done } = accountPageTexts[language].signedIn;
  return page(language, title, `<p role="status">${done}</p>`);
}

/** Where it ends when it came to nothing, dashboard or not. */
export function notSignedInPage(language: PageLanguage, problem: Problem | SignInProblem): string {
  const { notSignedIn, problems } = accountPageTexts[language];
  const { title, ...reasons } = { ...problems, ...notSignedIn };
  return page(language, title, `<p role="alert">${reasons[problem]}</p>`);
}

/** The problem to show for a failed sign-in with another service. `said` is the error code of that service. */
export function signInProblemOf(error: AppError, said: unknown): Problem | SignInProblem {
  if (error.code === 'BAD_REQUEST') return said === 'access_denied' ? 'cancelled' : 'refused';
  return error.code === 'FORBIDDEN' ? 'noAddress' : problemOf(error);
}

/** The problem to show for an error of a form. */
export function problemOf({ code, errors }: AppError): Problem {
  const [wrong] = errors ?? [];
  if (wrong?.field === 'password') return 'badPassword';
  if (wrong?.field === 'email') return 'badEmail';
  if (wrong || code === 'BAD_REQUEST') return 'badCode';
  if (code === 'INVALID_CREDENTIALS') return 'wrongPassword';
  if (code === 'RATE_LIMIT_EXCEEDED') return 'tooMany';
  return code === 'SIGNUPS_DISABLED' ? 'noSignups' : 'later';
}
