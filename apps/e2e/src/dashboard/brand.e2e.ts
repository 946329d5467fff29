import { eventually } from '@waybill/testing/eventually';
import { System, type TestProject } from '@waybill/testing/system';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { describeInBrowser, Visitor } from './visitor';

describeInBrowser('the brand of a project (needs Chromium)', () => {
  let system: System;
  let project: TestProject;
  let visitor: Visitor;

  beforeAll(async () => {
    system = await System.shared();
    project = await system.createProject();
    visitor = await Visitor.open(system);
    await visitor.signIn(project);
  }, 240_000);
  afterAll(async () => {
    await visitor?.close();
    await system?.stop();
  });

  const field = (name: string): Locator => visitor.page.getByRole('textbox', { name, exact: true });
  const button = (name: string): Locator => visitor.page.getByRole('button', { name, exact: true });

  it('is set in the settings, where what is refused is said at its field', async () => {
    await visitor.openScreen(project, '/settings/brand');
    expect(await visitor.axeViolations()).toEqual([]);
    await field('Buttons').fill('red');
    await button('Save the brand').click();
    await eventually(
      'the field is marked',
      async () => (await field('Buttons').getAttribute('aria-invalid')) === 'true',
    );
    await field('Buttons').fill('#aa0011');
    await field('Footer').fill('Acme Ltd, Bern');
    await button('Save the brand').click();
    await visitor.page.getByText('The brand is saved.').waitFor();
    await visitor.openScreen(project, '/settings/brand');
    expect(await field('Buttons').inputValue()).toBe('#aa0011');
    expect(await field('Text').inputValue()).toBe('');
  });

  const logo = (): Locator => field('Logo');
  const choose = async (name: string, mimeType: string, buffer: Buffer): Promise<void> => {
    const [chooser] = await Promise.all([visitor.page.waitForEvent('filechooser'), button('Upload a picture').click()]);
    await chooser.setFiles({ name, mimeType, buffer });
  };

  it('has a logo that is uploaded, and says at its field why a file is none', async () => {
    const { page } = visitor;
    await visitor.openScreen(project, '/settings/brand');
    await choose(
      'logo.png',
      'image/png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    );
    await eventually(
      'the field says why the file is refused',
      async () => (await logo().getAttribute('aria-invalid')) === 'true',
    );
    expect(await logo().inputValue()).toBe('');
    const picture = sharp({ create: { width: 90, height: 30, channels: 3, background: 'teal' } });
    await choose('logo.png', 'image/png', await picture.png().toBuffer());
    const shown = page.getByRole('img', { name: 'The logo' });
    await shown.waitFor();
    await eventually('the picture is drawn', async () => {
      return (await shown.evaluate((image: any) => image.naturalWidth as number)) === 90;
    });
    expect(await visitor.axeViolations()).toEqual([]);
    await button('Save the brand').click();
    await page.getByText('The brand is saved.').waitFor();
    await visitor.openScreen(project, '/settings/brand');
    const url = await logo().inputValue();
    expect(url).toMatch(/\/uploads\/[0-9a-f]{32}\.png$/);
    const { headers } = await fetch(system.url + new URL(url).pathname);
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['image/png', 'nosniff']);
  });

  it('is what a new email in blocks begins with', async () => {
    const { page } = visitor;
    await visitor.openScreen(project, '/templates');
    await button('Write a template').first().click();
    const dialog = page.getByRole('dialog', { name: 'Write a template' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Branded');
    await dialog.getByRole('radio', { name: 'In blocks' }).check();
    await dialog.getByRole('button', { name: 'Write it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Branded' }).waitFor();
    const email = page.getByRole('textbox', { name: 'The email' });
    await email.getByText('Acme Ltd, Bern').waitFor();
    await email.locator('img[src*="/uploads/"]').waitFor({ state: 'attached' });
    const colour = page.getByRole('region', { name: 'The whole email' }).getByLabel('Buttons', { exact: true });
    expect(await colour.inputValue()).toBe('#aa0011');
    await colour.fill('#00aa11');
    await button('Colours of the brand').click();
    await eventually('the colour of the brand is back', async () => (await colour.inputValue()) === '#aa0011');
  });
});
