import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import type { FrameLocator, Page } from 'playwright-core';
import { fillProject, hostile, type Filled } from './filled-project';
import { describeInBrowser, Visitor } from './visitor';

/** What an email must not be able to do in its preview; each part tries it in another way. */
const attack = `
  <script>document.body.append('a script ran'); top.document.title = 'owned'</script>
  <img src="data:image/png;base64,none" onerror="document.body.append('a handler ran'); top.document.title = 'owned'">
  <form action="https://evil.example/take" target="_top"><button>Give it away</button></form>
  <a href="https://evil.example/top" target="_top">Leave this page</a>
  <a href="https://evil.example/new" target="_blank">Open a window</a>
  <a href="javascript:top.document.title='owned'" target="_self">Run it</a>
  <a href="https://evil.example/frame">Go there</a>
  <iframe srcdoc="<script>top.document.title='owned'</script>"></iframe>
  <meta http-equiv="refresh" content="0;url=https://evil.example/refresh">
  <p>The end of the email</p>`;

describeInBrowser('hostile content in the dashboard (needs Chromium)', () => {
  let system: System;
  let visitor: Visitor;
  let page: Page;
  let filled: Filled;
  let hostileTemplate: string;

  beforeAll(async () => {
    system = await System.shared();
    filled = await fillProject(system);
    const client = system.client(filled.project.secretKey);
    await client.post('/contacts', { email: 'keys@people.example', data: { [hostile]: hostile, plan: hostile } });
    await client.post('/v1/track', { email: 'keys@people.example', event: `event ${hostile}` });
    // The newest email stands first in the list.
    const from = `hello@${filled.project.senderDomain}`;
    const newest = { to: 'newest@simulator.test', from, subject: `Newest ${hostile}`, body: '<p>Hello</p>' };
    expect((await client.post('/v1/send', newest)).status).toBe(200);
    const content = { subject: `Subject ${hostile}`, body: attack };
    hostileTemplate = (await client.post('/templates', { name: 'Hostile', ...content })).body.id;
    visitor = await Visitor.open(system);
    page = visitor.page;
    await visitor.signIn(filled.project);
  }, 240_000);
  afterAll(async () => {
    await visitor?.close();
    await system?.stop();
  });

  /** Screens that show names of customers or strangers; the subject of an email is a template, and is shown as it was rendered. */
  const screens = (): [path: string, shows: 'names' | 'subjects'][] => [
    ['/', 'subjects'],
    [`/contacts/${filled.contact}`, 'subjects'],
    ['/segments', 'names'],
    [`/segments/${filled.segment}`, 'names'],
    ['/templates', 'names'],
    [`/templates/${filled.template}`, 'names'],
    ['/campaigns', 'names'],
    [`/campaigns/${filled.campaign}`, 'names'],
    ['/workflows', 'names'],
    [`/workflows/${filled.workflow}`, 'names'],
    [`/workflows/${filled.workflow}/executions/${filled.execution}`, 'names'],
    ['/emails', 'subjects'],
    [`/emails/${filled.email}`, 'subjects'],
    ['/activity', 'subjects'],
    ['/analytics', 'names'],
    ['/settings/data', 'names'],
  ];

  it('shows markup and templates in names, data, subjects and events as the text that they are, on every page', async () => {
    const findings: string[] = [];
    for (const [path, shows] of screens()) {
      await visitor.openScreen(filled.project, path);
      const { made, title, text } = (await page.evaluate(`({
        made: document.querySelectorAll('img[src="x"], h1 b, td b, [role="row"] b').length,
        title: document.title,
        text: document.body.textContent + [...document.querySelectorAll('input, textarea')].map(({ value }) => value).join(' '),
      })`)) as { made: number; title: string; text: string };
      if (made > 0) findings.push(`${path}: ${made} elements made by a name`);
      if (title.startsWith('owned')) findings.push(`${path}: a script ran`);
      if (!text.includes('<b>bold</b>')) findings.push(`${path}: the name is not shown as it is`);
      if (shows === 'names' && /<\/b> 42/.test(text)) findings.push(`${path}: a template in a name was rendered`);
    }
    expect(findings).toEqual([]);
    expect(visitor.complaints.filter((text) => text.includes('request to'))).toEqual([]);
  });

  it('shows an email in its preview without running, posting or leaving anything', async () => {
    await visitor.openScreen(filled.project, `/templates/${hostileTemplate}`);
    await staysHarmless();
  });

  it('shows the body of an email that left in the same way', async () => {
    const client = system.client(filled.project.secretKey);
    const from = `hello@${filled.project.senderDomain}`;
    const sent = await client.post('/v1/send', { to: 'victim@simulator.test', from, subject: 'Hostile', body: attack });
    await visitor.openScreen(filled.project, `/emails/${sent.body.data.emails[0].email}`);
    await staysHarmless();
  });

  /** Tries everything in the preview; the page stays where it is, with its title, and asks no other host for anything. */
  async function staysHarmless(): Promise<void> {
    const address = page.url();
    const requests: string[] = [];
    const popups: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    visitor.context.on('page', (popup) => popups.push(popup.url()));
    const frame = await preview();
    for (const name of ['Leave this page', 'Open a window', 'Run it']) {
      await frame.getByText(name).click({ noWaitAfter: true, force: true });
    }
    const form = frame.getByRole('button', { name: 'Give it away' });
    if (await form.count()) await form.click({ noWaitAfter: true, force: true });
    expect(await frame.locator('body').textContent()).not.toMatch(/a script ran|a handler ran/);
    await frame.getByText('Go there').click({ noWaitAfter: true, force: true });
    // What was clicked would be under way by the time that the page answers a question of its own.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))');
    expect([page.url(), (await page.title()).startsWith('owned'), popups]).toEqual([address, false, []]);
    expect(requests.filter((url) => url.includes('evil.example'))).toEqual([]);
  }

  async function preview(): Promise<FrameLocator> {
    const frames = page.locator('iframe');
    await frames.first().waitFor();
    const frame = frames.first().contentFrame();
    await eventually('the preview is there', async () => (await frame.getByText('The end of the email').count()) > 0);
    return frame;
  }
});
