import { AppError, validationError } from '@waybill/contracts/errors';
import { pageHeaders } from '../page/page';
import { donePage, formPage, problemOf, tokenScript, type AccountPage } from './account-page';

const names: AccountPage[] = ['verify-email', 'reset-password', 'invitation', 'forgot-password'];

describe('a page of an account', () => {
  it.each(names)('%s has a label for every field, one button, and the one script that its policy lets run', (name) => {
    const html = formPage(name);
    for (const [, id] of html.matchAll(/<input id="(\w+)"/g)) expect(html).toContain(`<label for="${id}">`);
    expect(html.match(/<button type="submit">/g)).toHaveLength(1);
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html).not.toMatch(/\son\w+=|src=|https?:/);
    expect(pageHeaders(tokenScript)['content-security-policy']).toMatch(/script-src 'sha256-[\w+/=]+';/);
    expect(donePage(name)).toContain('role="status"');
  });

  it('keeps what was typed as text', () => {
    const html = formPage('invitation', '<i>no</i>', '"><script>alert(1)</script>');
    expect(html).toContain('<p role="alert">&#60;i&#62;no');
    expect(html).toContain('value="&#34;&#62;&#60;script');
  });

  it.each([
    [new AppError('BAD_REQUEST', 'x'), 'Ask for a new mail'],
    [new AppError('INVALID_CREDENTIALS', 'x'), 'not the password'],
    [new AppError('RATE_LIMIT_EXCEEDED', 'Too many tries'), 'Too many tries.'],
    [new AppError('INTERNAL_ERROR', 'secret inside'), 'try again in a moment'],
    [validationError([{ field: 'password', code: 'too_small', message: 'is short' }]), 'password again: is short'],
  ])('says in words what went wrong', (error, words) => {
    expect(problemOf(error)).toContain(words);
    expect(problemOf(error)).not.toContain('secret');
  });
});
