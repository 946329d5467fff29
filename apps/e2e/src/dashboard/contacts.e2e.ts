import { readFileSync } from 'node:fs';
import { System, type TestProject } from '@waybill/testing/system';
import type { Download, Locator } from 'playwright-core';
import { describeInBrowser, Visitor } from './visitor';

describeInBrowser('the contacts of the dashboard (needs Chromium)', () => {
  let system: System;
  let visitor: Visitor;
  let project: TestProject;

  beforeAll(async () => {
    system = await System.shared();
    project = await system.createProject();
    const client = system.client(project.secretKey);
    for (let n = 0; n < 12; n++) {
      const data = { plan: n % 3 === 0 ? 'pro' : 'free', n };
      const { status } = await client.post('/contacts', { email: `person${n}@list.example`, data });
      expect(status).toBe(201);
    }
    visitor = await Visitor.open(system);
    await visitor.signIn(project);
  }, 120_000);
  afterAll(async () => {
    await visitor?.close();
    await system?.stop();
  });

  const button = (name: string | RegExp): Locator => visitor.page.getByRole('button', { name, exact: true });
  const rows = (): Locator => visitor.page.locator('[data-row]');
  const emailsShown = async (): Promise<string[]> => (await rows().getByRole('link').allInnerTexts()).sort();
  const subscribed = async (): Promise<number> =>
    (await system.client(project.secretKey).get('/contacts?subscribed=true')).body.total;

  async function textOf(download: Download): Promise<string> {
    return readFileSync(await download.path(), 'utf8');
  }

  async function expectOrder(): Promise<void> {
    await visitor.settled();
    expect(await visitor.axeViolations()).toEqual([]);
    expect(await visitor.overflowAt(360)).toBe(0);
    await visitor.page.setViewportSize({ width: 1280, height: 800 });
    expect(visitor.complaints.splice(0)).toEqual([]);
  }

  async function filterByPlan(plan: string): Promise<void> {
    const { page } = visitor;
    await visitor.openScreen(project, '/contacts');
    await button('Conditions').click();
    await page.getByRole('combobox', { name: 'Field', exact: true }).fill('data.plan');
    await page.getByLabel('Value', { exact: true }).fill(plan);
    await button('Show the contacts that match').click();
    await page.getByText('4 contacts', { exact: true }).waitFor();
    await visitor.settled();
  }

  it('are filtered by a condition, which stays in the address', async () => {
    await filterByPlan('pro');
    const pros = ['person0@list.example', 'person3@list.example', 'person6@list.example', 'person9@list.example'];
    expect(await emailsShown()).toEqual(pros);
    await expectOrder();
    await visitor.page.reload();
    await visitor.settled();
    expect(await emailsShown()).toEqual(pros);
    await visitor.page.getByRole('button', { name: 'Changed' }).click();
    await visitor.settled();
    expect(new URL(visitor.page.url()).searchParams.get('sort')).toBe('updatedAt');
    expect(await emailsShown()).toEqual(pros);
    await button('Remove the conditions').click();
    await visitor.page.getByText('12 contacts', { exact: true }).waitFor();
  });

  it('that match are all changed together, but those that are taken out', async () => {
    await filterByPlan('pro');
    const { page } = visitor;
    await page.getByLabel('Select all that match').click();
    await page.getByLabel('Select person3@list.example').click();
    await page.getByText('3 contacts selected').waitFor();
    await expectOrder();
    await button('Unsubscribe').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unsubscribe 3 contacts' }).click();
    await page.getByText('3 contacts unsubscribed.').waitFor();
    expect(await subscribed()).toBe(9);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  });

  it('are selected one by one, by the keyboard too', async () => {
    await visitor.openScreen(project, '/contacts');
    const { page } = visitor;
    await rows().first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('2 contacts selected').waitFor();
    expect(await page.locator('[data-row][aria-selected="true"]').count()).toBe(2);
    await button('Select all 12 contacts that match').click();
    await page.getByText('12 contacts selected').waitFor();
    await button('Clear the selection').click();
    expect(await page.locator('[data-row][aria-selected="true"]').count()).toBe(0);
  });

  it('are exported to a file', async () => {
    await filterByPlan('pro');
    const { page } = visitor;
    await button('Export').click();
    await button('Make the file').click();
    await page.getByText(/^4 contacts in a file of/).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download the file').click()]);
    expect(download.suggestedFilename()).toBe('contacts.csv');
    const [head, ...lines] = (await textOf(download)).trim().split('\r\n');
    expect(head!.split(',').sort()).toEqual(['data.n', 'data.plan', 'email', 'subscribed']);
    expect(lines).toHaveLength(4);
    expect(visitor.complaints.splice(0)).toEqual([]);
  });

  it('are imported in five steps, of which the first three write nothing', async () => {
    const { page } = visitor;
    await visitor.openScreen(project, '/contacts/import');
    const csv =
      'Mail;Tier;Note\nperson0@list.example;pro;x\nnew1@list.example;pro;x\nnew2@list.example;free;x\nnobody;pro;x\n';
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByText('Choose a file').click()]);
    await chooser.setFiles(file);
    await page.getByRole('heading', { name: 'The columns of people.csv' }).waitFor();
    await page.getByRole('combobox', { name: 'Field of Tier' }).fill('plan');
    await page.getByLabel('Import Note').press('Space');
    await expectOrder();
    await button('Try the import').click();
    await button('Import 2 contacts').waitFor();
    const counts = await page.locator('dl[aria-label="Result of the dry run"]').innerText();
    expect(counts.split(/\s*\n\s*/)).toEqual([
      ...['New', '2', 'Changed', '0', 'Unchanged', '1', 'Twice in the file', '0', 'Refused', '1'],
    ]);
    await expectOrder();
    const all = '/contacts?limit=1';
    expect((await system.client(project.secretKey).get(all)).body.total).toBe(12);
    await button('Import 2 contacts').click();
    await page.getByText('2 contacts imported.').waitFor();
    await expectOrder();
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download them').click()]);
    expect(await textOf(download)).toContain('"nobody","email is no email address"');
    expect((await system.client(project.secretKey).get(all)).body.total).toBe(14);
    const { body } = await system.client(project.secretKey).get('/contacts?search=new1');
    expect(body.data[0].data).toEqual({ plan: 'pro' });
  });
});
