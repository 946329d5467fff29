import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { eventually } from '@waybill/testing/eventually';
import { findBrowser, openBrowser } from '@waybill/testing/browser';
import type { System, TestProject } from '@waybill/testing/system';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Person } from '../person';

const axeSource = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The Chromium of this machine; without one, the tests that need it say that they are left out. */
export const browserPath = findBrowser();
if (!browserPath) console.warn('No Chromium on this machine: the dashboard is not looked at. Install chromium.');

/** For what a page is to show or a person is to press: many times of what an idle machine needs. */
const patienceMs = 90_000;

/** `describe` where there is a browser. */
export const describeInBrowser: jest.Describe = browserPath ? describe : describe.skip;

/** A person at a browser, whose page is watched: errors, violations of the policy and requests elsewhere are kept. */
export class Visitor {
  readonly complaints: string[] = [];

  private constructor(
    private readonly system: System,
    private readonly browser: Browser,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('console', (message) => {
      // The frame of an email has no origin of its own to be keyed by; Chromium says so.
      const isAboutFrame = message.text().includes('origin-keyed agent cluster');
      if (['error', 'warning'].includes(message.type()) && !isAboutFrame) this.complain(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.complain(`error: ${error.message}`));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== this.system.url) this.complain(`request to ${request.url()}`);
    });
  }

  /** Opens a browser; `width` is that of its window, `locale` the language that it prefers. */
  static async open(system: System, width = 1280, locale = 'en-US'): Promise<Visitor> {
    const browser = await openBrowser(browserPath!);
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      locale,
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(patienceMs);
    return new Visitor(system, browser, context, await context.newPage());
  }

  /** Signs the owner of a project in, without the form. */
  async signIn(account: { email: string; password: string }): Promise<void> {
    const person = new Person(this.system.client(), account.email, account.password);
    const answer = await person.login();
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    const [name, value] = person.cookie.split('=') as [string, string];
    await this.context.clearCookies();
    await this.context.addCookies([{ name, value, url: this.system.url, httpOnly: true, sameSite: 'Lax' }]);
  }

  /** Opens an address below `/app`. */
  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.system.url}/app${path}`);
  }

  /** Opens a screen of a project and waits until nothing is loading any more. */
  async openScreen({ projectId }: Pick<TestProject, 'projectId'>, path: string): Promise<void> {
    await this.goto(`/p/${projectId}${path}`);
    await this.settled();
  }

  /** Waits until the page has its heading and nothing in it is loading. */
  async settled(): Promise<void> {
    await this.page.locator('h1').first().waitFor();
    const loading = ['Loading', 'Lädt'].map((label) => `[role="status"][aria-label="${label}"]`);
    const busy = `document.querySelectorAll('${[...loading, '[aria-busy="true"]'].join()}').length`;
    await eventually('nothing is loading', async () => (await this.page.evaluate(busy)) === 0);
  }

  /**
   * All that axe has against the page as it is, one line a rule; none is the aim. It is not in the frames of emails, which run no
   * script: a message to one whose email is still on its way would be an error of the page.
   */
  async axeViolations(): Promise<string[]> {
    // Once for each document: its source has 650 KB.
    if (!(await this.page.evaluate('"axe" in window'))) await this.page.evaluate(axeSource);
    const run = `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'], iframes: false })
      .then(({ violations }) => violations.map(({ id, nodes }) =>
        id + ': ' + nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 160) + ' ' + failureSummary).join(' | ')))`;
    return (await this.page.evaluate(run)) as string[];
  }

  /**
   * By how many pixels the page stays wider than a window of this width; parts that scroll by themselves do not count. A chart
   * follows its place a moment after the window.
   */
  async overflowAt(width: number): Promise<number> {
    await this.page.setViewportSize({ width, height: 800 });
    const beyond = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    let pixels = 0;
    const fits = async (): Promise<boolean> => {
      pixels = (await this.page.evaluate(beyond)) as number;
      return pixels <= 0;
    };
    return eventually(`the page fits ${width} px`, fits, 15_000).then(
      () => 0,
      () => pixels,
    );
  }

  /** Light or dark, as the system of the reader says; answers when the page has followed. */
  async setTheme(colorScheme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme });
    const shown = 'document.documentElement.dataset.mantineColorScheme';
    await eventually('the theme has changed', async () => (await this.page.evaluate(shown)) === colorScheme);
    const moving = 'document.getAnimations().length';
    await eventually('the colours have changed', async () => (await this.page.evaluate(moving)) === 0);
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  private complain(text: string): void {
    this.complaints.push(`${new URL(this.page.url()).pathname}: ${text}`);
  }
}
