import { eventually } from '@waybill/testing/eventually';
import type { System } from '@waybill/testing/system';
import type { Locator, Page, Route } from 'playwright-core';
import type { Customer } from '../customer';
import { disableProject } from '../rows/identity';
import { withCustomers } from './visit';
import { describeInBrowser, type Visitor } from './visitor';

describeInBrowser('the dashboard on bad days (needs Chromium)', () => {
  let system: System;
  let customer: Customer;
  let visitor: Visitor;
  let page: Page;

  withCustomers(
    (visit) => ({ system, visitor, page } = visit),
    (made) => (customer = made),
  );

  const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const makeWorkflow = async (name = 'Welcome'): Promise<string> =>
    (await customer.secret.post('/workflows', { name, eventName: 'signed_up' })).body.id;
  const nameOf = async (id: string): Promise<string> => (await customer.secret.get(`/workflows/${id}`)).body.name;
  const openSettings = (id: string): Promise<void> =>
    visitor.openScreen(customer.project, `/workflows/${id}?tab=settings`);
  /** An answer of the edge, as the interface sends it. */
  const refuse = (status: number, code: string, retryAfter?: number) => (route: Route) => {
    const error = { code, message: 'Not now', statusCode: status, requestId: crypto.randomUUID(), suggestion: 'Wait.' };
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    const body = JSON.stringify({ success: false, error, timestamp: new Date().toISOString() });
    return route.fulfill({ status, headers, contentType: 'application/json', body });
  };

  it('asks to sign in again in the middle of typing, and goes on with what was typed', async () => {
    const id = await makeWorkflow();
    await openSettings(id);
    await field('Description').fill('Typed before the session ended');
    await visitor.context.clearCookies();
    await button('Save the workflow').click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByRole('textbox', { name: 'Email address' }).fill(customer.project.email);
    await dialog.locator('input[type="password"]').fill(customer.project.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await field('Description').inputValue()).toBe('Typed before the session ended');
    await button('Save the workflow').click();
    await page.getByText('The workflow is saved.').waitFor();
  });

  it('says that a project is disabled, lets one read, and keeps what was typed when a change is refused', async () => {
    const id = await makeWorkflow();
    await openSettings(id);
    await field('Name').fill('Typed in a disabled project');
    await disableProject(system, customer.project.projectId);
    await button('Save the workflow').click();
    await page.getByText('PROJECT_DISABLED').waitFor();
    expect(await field('Name').inputValue()).toBe('Typed in a disabled project');
    await visitor.openScreen(customer.project, '/workflows');
    await page.getByText('This project is disabled: nothing is sent, and nothing can be changed.').waitFor();
    await page.getByRole('link', { name: 'Welcome' }).waitFor();
  });

  it('says that a thing is gone, when it is opened and when it is saved', async () => {
    const id = await makeWorkflow();
    await openSettings(id);
    await customer.secret.delete(`/workflows/${id}`);
    await field('Name').fill('Typed after it was deleted');
    await button('Save the workflow').click();
    await page.getByText('WORKFLOW_NOT_FOUND').waitFor();
    expect(await field('Name').inputValue()).toBe('Typed after it was deleted');
    await visitor.openScreen(customer.project, `/workflows/${id}`);
    await page.getByText('WORKFLOW_NOT_FOUND').waitFor();
    expect(await button('Try again').count()).toBe(0);
  });

  it('says why something cannot be done now, in the dialog that asked for it', async () => {
    const id = await makeWorkflow();
    await customer.secret.post(`/workflows/${id}/steps`, { type: 'DELAY', config: { amount: 1, unit: 'days' } });
    const contact = (await customer.secret.post('/contacts', { email: 'ann@people.example' })).body;
    await customer.secret.patch(`/workflows/${id}`, { enabled: true });
    expect((await customer.secret.post(`/workflows/${id}/executions`, { contactId: contact.id })).status).toBe(201);
    await visitor.openScreen(customer.project, `/workflows/${id}`);
    await button('Delete').click();
    await button('Delete the workflow').click();
    const dialog = page.getByRole('dialog', { name: 'Delete Welcome?' });
    await dialog.getByText('CONFLICT').waitFor();
    await dialog.getByText('Cancel its executions or wait until they are complete.').waitFor();
    await button('Close').click();
    expect(await nameOf(id)).toBe('Welcome');
  });

  it('lets the second of two windows know that the first one saved, and overwrites nothing', async () => {
    const made = await customer.secret.post('/templates', { name: 'n', subject: 'First', body: '<p>b</p>' });
    const path = `/templates/${made.body.id}`;
    const subject = async (): Promise<string> => (await customer.secret.get(path)).body.subject;
    await visitor.openScreen(customer.project, path);
    const other = await visitor.context.newPage();
    await other.goto(page.url());
    await other.getByRole('textbox', { name: 'Subject', exact: true }).fill('From the other window');
    await eventually('the other window has saved', async () => (await subject()) === 'From the other window');
    await other.close();
    await field('Subject').fill('From this window');
    await page.getByText(/was changed .*meanwhile/).waitFor();
    expect(await subject()).toBe('From the other window');
    expect(await field('Subject').inputValue()).toBe('From this window');
    await button('Keep mine').click();
    await eventually('this window has saved', async () => (await subject()) === 'From this window');
  });

  it('puts a refused field of a new workflow at the field and gives it the focus', async () => {
    await visitor.openScreen(customer.project, '/workflows');
    await button('New workflow').click();
    await button('Create the workflow').click();
    const dialog = page.getByRole('dialog', { name: 'New workflow' });
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
    await eventually('the field is marked', async () => (await name.getAttribute('aria-invalid')) === 'true');
    await name.and(page.locator(':focus')).waitFor();
    await dialog.getByRole('alert').getByRole('button', { name: 'name', exact: true }).waitFor();
  });

  it('reads again when a limit of requests allows it, and does not repeat a change by itself', async () => {
    await makeWorkflow();
    let reads = 0;
    await page.route('**/workflows?*', (route) => {
      reads += 1;
      // The test looks at the page during the first wait of six seconds.
      return reads <= 2 ? refuse(429, 'RATE_LIMIT_EXCEEDED', reads === 1 ? 6 : 1)(route) : route.continue();
    });
    await visitor.goto(`/p/${customer.project.projectId}/workflows`);
    await page.getByText('Not now. It is tried again by itself.').waitFor();
    await page.getByRole('link', { name: 'Welcome' }).waitFor();
    expect(reads).toBe(3);
    let writes = 0;
    await page.route('**/workflows', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      writes += 1;
      return refuse(429, 'RATE_LIMIT_EXCEEDED', 1)(route);
    });
    await button('New workflow').click();
    const dialog = page.getByRole('dialog', { name: 'New workflow' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed at the limit');
    await dialog.getByRole('textbox', { name: 'Event that starts it' }).fill('signed_up');
    await button('Create the workflow').click();
    await dialog.getByText('RATE_LIMIT_EXCEEDED').waitFor();
    expect([writes, await dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue()]).toEqual([
      1,
      'Typed at the limit',
    ]);
    await page.unrouteAll({ behavior: 'wait' });
    await button('Create the workflow').click();
    await page.getByRole('heading', { level: 1, name: 'Typed at the limit' }).waitFor();
  });

  it('shows the error in the part that a stopped service serves, and goes on when it is back', async () => {
    await makeWorkflow();
    const engine = system.service('workflow-engine');
    await engine.stop();
    try {
      await visitor.goto(`/p/${customer.project.projectId}/workflows`);
      await page.getByText('SERVICE_UNAVAILABLE').waitFor({ timeout: 60_000 });
      await page.getByRole('link', { name: 'Templates' }).click();
      await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
      await visitor.settled();
    } finally {
      await engine.start();
    }
    await page.getByRole('link', { name: 'Workflows' }).click();
    const shown = page.getByRole('link', { name: 'Welcome' });
    const retry = button('Try again');
    await eventually('the list is there', async () => {
      if (await shown.count()) return true;
      if (await retry.count()) await retry.click();
      return false;
    });
  }, 180_000);

  it('says that it is offline, and saves what was typed once the connection is back', async () => {
    const id = await makeWorkflow();
    await openSettings(id);
    await visitor.context.setOffline(true);
    const bar = page.getByRole('status').filter({ hasText: 'You are offline.' });
    await bar.waitFor();
    await field('Name').fill('Typed while offline');
    await button('Save the workflow').click();
    expect(await nameOf(id)).toBe('Welcome');
    await visitor.context.setOffline(false);
    await bar.waitFor({ state: 'hidden' });
    await page.getByText('The workflow is saved.').waitFor();
    expect(await nameOf(id)).toBe('Typed while offline');
  });

  it('stays as it is when a menu, the search or the list of shortcuts cannot be loaded, and opens them later', async () => {
    const id = await makeWorkflow();
    await openSettings(id);
    await field('Description').fill('Typed before anything was opened');
    await visitor.context.setOffline(true);
    for (const key of ['Control+k', '?']) {
      const failed = page.waitForEvent('requestfailed');
      await page.locator('h1').focus();
      await page.keyboard.press(key);
      await failed;
    }
    const failed = page.waitForEvent('requestfailed');
    await button('Account and theme').click();
    await failed;
    expect(await field('Description').inputValue()).toBe('Typed before anything was opened');
    await visitor.context.setOffline(false);
    await eventually(
      'the search opens',
      async () => {
        await page.locator('h1').focus();
        await page.keyboard.press('Control+k');
        // Each press opens it: one that is being loaded gets no second press, which would open it again after it was closed.
        const search = page.getByPlaceholder('Screen or project');
        return search.waitFor({ timeout: 10_000 }).then(
          () => true,
          () => false,
        );
      },
      60_000,
    );
    await page.keyboard.press('Escape');
    await page.getByPlaceholder('Screen or project').waitFor({ state: 'hidden' });
    await button('Account and theme').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    expect(await field('Description').inputValue()).toBe('Typed before anything was opened');
  });
});
