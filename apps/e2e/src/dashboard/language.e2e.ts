import { eventually } from '@waybill/testing/eventually';
import type { TestProject } from '@waybill/testing/system';
import type { Page } from 'playwright-core';
import { withVisitor } from './visit';
import { describeInBrowser, type Visitor } from './visitor';

/** The screens of the navigation, by their names in German. */
const screens = {
  '/contacts': 'Kontakte',
  '/segments': 'Segmente',
  '/templates': 'Vorlagen',
  '/campaigns': 'Kampagnen',
  '/workflows': 'Workflows',
  '/emails': 'E-Mails',
  '/activity': 'Aktivität',
  '/analytics': 'Auswertung',
  '/domains': 'Domains',
  '/settings/general': 'Allgemein',
};

describeInBrowser('the dashboard in another language (needs Chromium)', () => {
  let project: TestProject;
  let visitor: Visitor;
  let page: Page;

  withVisitor(async ({ system, ...visit }) => {
    ({ visitor, page } = visit);
    project = await system.createProject();
    await system.client(project.secretKey).post('/contacts', { email: 'ada@people.example', subscribed: true });
  }, 'de-DE');

  const language = (): Promise<unknown> => page.evaluate('document.documentElement.lang');
  const heading = (name: string): Promise<void> => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  it('is that of the browser, from the sign-in on', async () => {
    await visitor.goto('/sign-in');
    await heading('Anmelden');
    await page.getByRole('textbox', { name: 'E-Mail-Adresse', exact: true }).waitFor();
    expect(await language()).toBe('de');
    expect(await visitor.axeViolations()).toEqual([]);
  });

  it('has every screen, which also fits a phone', async () => {
    await visitor.signIn(project);
    await visitor.openScreen(project, '');
    await page.getByRole('heading', { name: 'Die letzten 7 Tage' }).waitFor();
    for (const [path, name] of Object.entries(screens)) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await visitor.openScreen(project, path);
      await heading(name);
      await page.getByRole('link', { name, exact: true }).first().waitFor();
      expect([path, await visitor.axeViolations()]).toEqual([path, []]);
      expect([path, await visitor.overflowAt(360)]).toEqual([path, 0]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(visitor.complaints).toEqual([]);
  }, 240_000);

  it('has its plurals, and writes days as the language does', async () => {
    await visitor.openScreen(project, '/contacts');
    await page.getByText('1 Kontakt', { exact: true }).waitFor();
    await visitor.goto('/account');
    await heading('Konto');
    await page.getByText(/^\d{1,2}\.\d{1,2}\.\d{4}$/).waitFor();
  });

  it('is chosen in the account, for this browser', async () => {
    await visitor.goto('/account');
    await heading('Konto');
    await page.getByText('English', { exact: true }).click();
    await heading('Account');
    expect(await language()).toBe('en');
    await visitor.openScreen(project, '/contacts');
    await heading('Contacts');
    await page.getByText('1 contact', { exact: true }).waitFor();
    await visitor.goto('/account');
    await page.getByText('As the browser', { exact: true }).click();
    await heading('Konto');
    await eventually('the page says its language', async () => (await language()) === 'de');
  });

  it('is English where the texts of the language cannot be loaded', async () => {
    await page.route('**/app/assets/de-*', (route) => route.fulfill({ status: 503, body: '' }));
    await visitor.goto('/account');
    await heading('Account');
    expect(await language()).toBe('en');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
