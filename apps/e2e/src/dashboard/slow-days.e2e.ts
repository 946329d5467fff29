import { eventually } from '@waybill/testing/eventually';
import type { Locator, Page, Route } from 'playwright-core';
import type { Customer } from '../customer';
import { withCustomers } from './visit';
import { describeInBrowser, type Visitor } from './visitor';

/** Answers that wait until a test lets them go. */
class Gate {
  readonly held: Route[] = [];
  private isOpen = false;

  /** Holds the calls to `url` that have the method; others pass. */
  static async at(page: Page, url: string, method: string): Promise<Gate> {
    const gate = new Gate();
    await page.route(url, (route) => {
      if (gate.isOpen || route.request().method() !== method) return route.continue();
      gate.held.push(route);
      return undefined;
    });
    return gate;
  }

  /** Lets all of them go; a call that the page gave up meanwhile is gone. */
  async open(): Promise<void> {
    this.isOpen = true;
    await Promise.all(this.held.splice(0).map((route) => route.continue().catch(() => undefined)));
  }
}

describeInBrowser('the dashboard with slow answers and a broken stream (needs Chromium)', () => {
  let customer: Customer;
  let visitor: Visitor;
  let page: Page;

  withCustomers(
    (visit) => ({ visitor, page } = visit),
    (made) => (customer = made),
  );

  const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const link = (name: string): Locator => page.getByRole('link', { name, exact: true });
  const heading = (name: string): Promise<void> => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const makeWorkflow = async (name: string): Promise<string> =>
    (await customer.secret.post('/workflows', { name, eventName: 'signed_up' })).body.id;

  describe('while an answer is on its way', () => {
    it('has the frame and the heading, shows where rows will be, and lets one go to another screen', async () => {
      await makeWorkflow('Welcome');
      const gate = await Gate.at(page, '**/workflows?*', 'GET');
      await visitor.goto(`/p/${customer.project.projectId}/workflows`);
      await heading('Workflows');
      await page.getByRole('status', { name: 'Loading' }).locator('.mantine-Skeleton-root').first().waitFor();
      expect(await visitor.axeViolations()).toEqual([]);
      await link('Templates').click();
      await heading('Templates');
      await visitor.settled();
      await link('Workflows').click();
      await heading('Workflows');
      await gate.open();
      await link('Welcome').waitFor();
    });

    it('keeps the rows of the search before until the new ones are there', async () => {
      await makeWorkflow('Welcome');
      await makeWorkflow('Birthday');
      await visitor.openScreen(customer.project, '/workflows');
      const gate = await Gate.at(page, '**/workflows?*search=*', 'GET');
      await field('Search workflows').fill('Birth');
      await page.locator('[aria-busy="true"]').first().waitFor();
      expect(await link('Welcome').isVisible()).toBe(true);
      await gate.open();
      await link('Welcome').waitFor({ state: 'detached' });
      expect(await link('Birthday').isVisible()).toBe(true);
    });

    it('sends a change once, whatever is clicked meanwhile, and keeps what is typed', async () => {
      const id = await makeWorkflow('Welcome');
      await visitor.openScreen(customer.project, `/workflows/${id}?tab=settings`);
      const gate = await Gate.at(page, `**/workflows/${id}`, 'PATCH');
      await field('Name').fill('Typed slowly');
      await button('Save the workflow').click();
      await eventually('the change is on its way', () => Promise.resolve(gate.held.length === 1));
      await button('Save the workflow').click({ force: true });
      await field('Name').press('Enter');
      expect(await field('Name').inputValue()).toBe('Typed slowly');
      expect(gate.held).toHaveLength(1);
      await gate.open();
      await page.getByText('The workflow is saved.').waitFor();
      expect((await customer.secret.get(`/workflows/${id}`)).body.name).toBe('Typed slowly');
    });
  });

  describe('the stream of hints', () => {
    const track = (event: string): Promise<unknown> =>
      customer.secret.post('/v1/track', { email: 'ann@people.example', event });
    const isListed = (text: string): Promise<void> => page.getByText(text).first().waitFor({ timeout: 60_000 });

    it('is opened anew when it breaks, and the page goes on by itself', async () => {
      let opened = 0;
      await page.route('**/live', (route) => {
        opened += 1;
        if (opened > 2) return route.continue();
        return route.fulfill({ contentType: 'text/event-stream', body: 'retry: 50\n\n' });
      });
      await visitor.openScreen(customer.project, '/activity');
      await eventually('the stream is opened for the third time', () => Promise.resolve(opened === 3));
      await track('bought_a_boat');
      await isListed('bought_a_boat');
      expect(opened).toBe(3);
    });

    it('is asked for again after it was refused, and the page reads by itself until then', async () => {
      let refused = 0;
      await page.clock.install();
      await page.route('**/live', (route) => {
        refused += 1;
        return route.fulfill({ status: 503, body: '' });
      });
      await visitor.openScreen(customer.project, '/activity');
      await eventually('the stream is refused', () => Promise.resolve(refused === 1));
      await track('sold_a_boat');
      await eventually('the event is in the activity', async () => {
        const { body } = await customer.secret.get('/activity?limit=10');
        return JSON.stringify(body).includes('sold_a_boat');
      });
      await page.clock.fastForward(15_000);
      await isListed('sold_a_boat');
      await eventually('the stream is asked for again', () => Promise.resolve(refused === 2));
      await page.unroute('**/live');
      const opened = page.waitForResponse((response) => response.url().endsWith('/live') && response.ok());
      await page.clock.fastForward(15_000);
      await opened;
    });
  });
});
