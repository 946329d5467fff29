import { System } from '@waybill/testing/system';
import type { Locator, Page } from 'playwright-core';
import { Customer } from '../customer';
import { finishedJob, uploadCsv } from '../jobs.fixture';
import { describeInBrowser, Visitor } from './visitor';

describeInBrowser('the frame around every page (needs Chromium)', () => {
  let system: System;
  let customer: Customer;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    system = await System.shared();
    customer = await Customer.join(system);
    visitor = await Visitor.open(system);
    page = visitor.page;
    await visitor.signIn(customer.project);
  }, 240_000);
  afterAll(async () => {
    await visitor?.close();
    await system?.stop();
  });

  const heading = (name: string): Promise<void> => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
  const dialog = (name: string): Locator => page.getByRole('dialog', { name });

  describe('shortcuts', () => {
    beforeEach(() => visitor.openScreen(customer.project, '/'));

    it('go to a screen with g and a letter, make something new with n, and search with /', async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('w');
      await heading('Workflows');
      await visitor.settled();
      await page.keyboard.press('/');
      const search = page.getByRole('textbox', { name: 'Search workflows' });
      await search.and(page.locator(':focus')).waitFor();
      await page.keyboard.type('n?gt');
      expect(await search.inputValue()).toBe('n?gt');
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.locator('h1').focus();
      await page.keyboard.press('n');
      await dialog('New workflow').waitFor();
      await page.keyboard.press('Escape');
    });

    it('are all listed with ?, and do nothing once they are switched off there', async () => {
      await page.keyboard.press('?');
      await dialog('Shortcuts').getByText('Segments', { exact: true }).waitFor();
      expect(await visitor.axeViolations()).toEqual([]);
      await dialog('Shortcuts').getByRole('switch').click();
      await page.keyboard.press('Escape');
      await dialog('Shortcuts').waitFor({ state: 'hidden' });
      await page.keyboard.press('g');
      await page.keyboard.press('w');
      await page.keyboard.press('?');
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Screen or project').fill('shortcuts');
      await page.keyboard.press('Enter');
      await dialog('Shortcuts').getByRole('switch').click();
      expect(new URL(page.url()).pathname).toBe(`/app/p/${customer.project.projectId}/`);
    });
  });

  describe('the tray of long jobs', () => {
    const note = (job: object): Promise<void> =>
      page.evaluate(
        `localStorage.setItem('waybill-jobs-${customer.project.projectId}', ${JSON.stringify(JSON.stringify([job]))})`,
      );

    it('is not there without a job', async () => {
      await visitor.openScreen(customer.project, '/');
      expect(await button(/jobs?( running)?$/).count()).toBe(0);
    });

    it('shows on every page and after a reload what a job has changed, until it is put away', async () => {
      const csv = ['email', ...Array.from({ length: 30 }, (_, index) => `person${index}@people.example`)].join('\n');
      const { jobId } = (await uploadCsv(customer, csv)).body;
      await note({ id: jobId, kind: 'import', about: null, startedAt: Date.now() });
      await finishedJob(customer, `/contacts/import/${jobId}`);
      await visitor.openScreen(customer.project, '/templates');
      await button('1 job').click();
      const line = page.getByRole('listitem', { name: 'Importing contacts' });
      await line.getByText('30 contacts new, 0 changed.').waitFor();
      expect(await visitor.axeViolations()).toEqual([]);
      await line.getByRole('link', { name: 'To the contacts' }).click();
      await heading('Contacts');
      await page.reload();
      await button('1 job').click();
      await button('Put away: Importing contacts').click();
      await button('1 job').waitFor({ state: 'detached' });
    });

    it('gives the file of an export after a reload, without the dialog that began it', async () => {
      await visitor.openScreen(customer.project, '/contacts');
      await button('Export').click();
      await button('Make the file').click();
      await dialog('Export all contacts').getByText('30 contacts in a file of').waitFor();
      await page.reload();
      await button('1 job').click();
      const line = page.getByRole('listitem', { name: 'Exporting contacts' });
      const download = page.waitForEvent('download');
      await line.getByRole('button', { name: 'Download the file' }).click();
      expect((await download).suggestedFilename()).toBe('contacts.csv');
      await button('Put away: Exporting contacts').click();
      await button('1 job').waitFor({ state: 'detached' });
    });

    it('says that a job is not known any more, and takes what the storage holds beside jobs for nothing', async () => {
      await note({ id: crypto.randomUUID(), kind: 'bulk', about: 'delete', startedAt: Date.now() });
      await visitor.openScreen(customer.project, '/');
      await button('1 job').click();
      await page.getByRole('listitem', { name: 'Deleting contacts' }).getByText('It ended some time ago.').waitFor();
      await note({ id: 7, kind: '<b>' });
      await visitor.openScreen(customer.project, '/');
      expect(await button('1 job').count()).toBe(0);
    });

    it('holds a reset that was begun on a page, says that it is done, and survives a reload', async () => {
      await visitor.openScreen(customer.project, '/settings/danger');
      await button('Reset the project').click();
      const asked = dialog('Reset the project?');
      await asked.getByRole('textbox').fill('Test project');
      await asked.getByRole('button', { name: 'Reset the project' }).click();
      await button(/^1 job/).waitFor();
      await page.reload();
      await button(/^1 job/).click();
      const line = page.getByRole('listitem', { name: 'Resetting the project' });
      await line.getByText('The project is reset.').waitFor({ timeout: 60_000 });
      await button('Put away: Resetting the project').click();
    });
  });
});
