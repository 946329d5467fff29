import { eventually } from '@waybill/testing/eventually';
import type { System, TestProject } from '@waybill/testing/system';
import type { Locator, Page } from 'playwright-core';
import { mailsTo } from '../person';
import { withVisitor } from './visit';
import { describeInBrowser, type Visitor } from './visitor';

describeInBrowser('signing in and the first email (needs Chromium)', () => {
  let system: System;
  let project: TestProject;
  let visitor: Visitor;
  let page: Page;

  withVisitor(async (visit) => {
    ({ system, visitor, page } = visit);
    project = await system.createProject();
  });

  const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
  const password = (): Locator => page.locator('input[type="password"]');

  it('sends a visitor to sign in, says that a password is wrong, and comes back by keyboard alone', async () => {
    await visitor.goto(`/p/${project.projectId}/settings/general`);
    await field('Email address').waitFor();
    await field('Email address').focus();
    await page.keyboard.type(project.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('INVALID_CREDENTIALS').waitFor();
    await password().fill('');
    await password().focus();
    await page.keyboard.type(project.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'General' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/app/p/${project.projectId}/settings/general`);
  });

  it('keeps what was typed when the session ends in the middle of it', async () => {
    await field('Name').fill('Typed before the session ended');
    await visitor.context.clearCookies();
    await page.getByRole('button', { name: 'Save the settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByRole('textbox', { name: 'Email address' }).fill(project.email);
    await dialog.locator('input[type="password"]').fill(project.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await field('Name').inputValue()).toBe('Typed before the session ended');
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByText('The settings are saved.').waitFor();
  });

  it('puts the message of the API at the field that it names', async () => {
    await field('Language of the pages that recipients see').fill('x');
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByRole('alert').getByRole('button', { name: 'language' }).waitFor();
    const isInvalid = () => field('Language of the pages that recipients see').getAttribute('aria-invalid');
    await eventually('the field is marked', async () => (await isInvalid()) === 'true');
  });

  it('sends the first email from home', async () => {
    await page.keyboard.press('Escape');
    await visitor.openScreen(project, '/');
    await page.getByRole('button', { name: 'Send the email' }).click();
    const mails = await eventually('the email arrives', async () => {
      const found = await mailsTo(system.client(), project.email, 'Hello from');
      return found.length > 0 ? found : null;
    });
    expect(mails[0].subject).toBe('Hello from Typed before the session ended');
  });

  it('signs out here and in every other window', async () => {
    const other = await visitor.context.newPage();
    await other.goto(`${system.url}/app/p/${project.projectId}`);
    await other.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Account and theme' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const each of [page, other]) await each.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });
});
