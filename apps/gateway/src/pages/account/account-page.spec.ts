import { AppError, validationError } from '@waybill/contracts/errors';
import { pageLanguages } from '@waybill/contracts/subscription/subscription';
import { pageHeaders } from '../page';
import { donePage, formPage, notSignedInPage, problemOf, signedInPage, signInProblemOf } from './account-page';
import { tokenScript, type AccountPage } from './account-page';
import { accountPageTexts } from './account-page-text';

const names: AccountPage[] = ['verify-email', 'reset-password', 'invitation', 'forgot-password'];
const pages = pageLanguages.flatMap((language) => names.map((name) => [language, name] as const));

/** All sentences of a language, whatever they are for. */
const sentences = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(sentences);

describe('a page of an account', () => {
  it.each(pages)(
    'in %s: %s has a label for every field, one button, and the one script that is let run',
    (language, name) => {
      const html = formPage(language, name);
      expect(html).toContain(`<html lang="${language}">`);
      for (const [, id] of html.matchAll(/<input id="(\w+)"/g)) expect(html).toContain(`<label for="${id}">`);
      expect(html.match(/<button type="submit">/g)).toHaveLength(1);
      expect(html.match(/<script>/g)).toHaveLength(1);
      expect(html).not.toMatch(/\son\w+=|src=|https?:/);
      expect(pageHeaders(tokenScript)['content-security-policy']).toMatch(/script-src 'sha256-[\w+/=]+';/);
      expect(donePage(language, name)).toContain('role="status"');
    },
  );

  it.each(pageLanguages)('in %s has sentences of its own, and none that would need escaping', (language) => {
    const own = sentences(accountPageTexts[language]);
    for (const sentence of own) expect(sentence).toMatch(/^[^<>&"]{4,}$/);
    const english = sentences(accountPageTexts.en);
    if (language !== 'en') expect(own.filter((sentence) => english.includes(sentence))).toEqual([]);
  });

  it.each(pageLanguages)('says in %s that one is signed in, without script and without a form', (language) => {
    const html = signedInPage(language);
    expect(html).toMatch(/<h1>[^<]+<\/h1><p role="status">[^<]+<\/p>/);
    expect(html).not.toMatch(/<script|<form|\son\w+=/);
  });

  it.each(pageLanguages)('says in %s that a sign-in came to nothing and why, without script and form', (language) => {
    for (const problem of ['cancelled', 'refused', 'noAddress', 'noSignups', 'later'] as const) {
      const html = notSignedInPage(language, problem);
      expect(html).toMatch(/<h1>[^<]+<\/h1><p role="alert">[^<]{10,}<\/p>/);
      expect(html).not.toMatch(/undefined|<script|<form|\son\w+=/);
    }
  });

  it.each([
    [new AppError('BAD_REQUEST', 'x'), 'access_denied', 'cancelled'],
    [new AppError('BAD_REQUEST', 'x'), '<script>', 'refused'],
    [new AppError('FORBIDDEN', 'x'), undefined, 'noAddress'],
    [new AppError('SIGNUPS_DISABLED', 'x'), undefined, 'noSignups'],
    [new AppError('SERVICE_UNAVAILABLE', 'x'), 'access_denied', 'later'],
  ])('says in words why a sign-in with another service came to nothing: %s, %s', (error, said, problem) => {
    expect(signInProblemOf(error, said)).toBe(problem);
  });

  it('keeps what was typed as text', () => {
    const html = formPage('en', 'invitation', 'badCode', '"><script>alert(1)</script>');
    expect(html).toContain('<p role="alert">The link has been used');
    expect(html).toContain('value="&#34;&#62;&#60;script');
  });

  it.each([
    [new AppError('BAD_REQUEST', 'x'), 'badCode'],
    [new AppError('INVALID_CREDENTIALS', 'x'), 'wrongPassword'],
    [new AppError('RATE_LIMIT_EXCEEDED', 'x'), 'tooMany'],
    [new AppError('SIGNUPS_DISABLED', 'x'), 'noSignups'],
    [new AppError('INTERNAL_ERROR', 'secret inside'), 'later'],
    [validationError([{ field: 'password', code: 'too_small', message: 'is short' }]), 'badPassword'],
    [validationError([{ field: 'email', code: 'invalid_email', message: 'is none' }]), 'badEmail'],
    [validationError([{ field: 'token', code: 'required', message: 'is missing' }]), 'badCode'],
  ])('says in words what went wrong: %s', (error, problem) => {
    expect(problemOf(error)).toBe(problem);
  });
});
