import { eventually } from '@waybill/testing/eventually';
import { System, type TestProject } from '@waybill/testing/system';
import type { Locator } from 'playwright-core';
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

  it('is what a new email in blocks begins with', async () => {
    const { page } = visitor;
    await visitor.openScreen(project, '/templates');
    await button('Write a template').first().click();
    const dialog = page.getByRole('dialog', { name: 'Write a template' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Branded');
    await dialog.getByRole('radio', { name: 'In blocks' }).check();
    await dialog.getByRole('button', { name: 'Write it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Branded' }).waitFor();
    await page.getByRole('textbox', { name: 'The email' }).getByText('Acme Ltd, Bern').waitFor();
    const colour = page.getByRole('region', { name: 'The whole email' }).getByLabel('Buttons', { exact: true });
    expect(await colour.inputValue()).toBe('#aa0011');
    await colour.fill('#00aa11');
    await button('Colours of the brand').click();
    await eventually('the colour of the brand is back', async () => (await colour.inputValue()) === '#aa0011');
  });
});
