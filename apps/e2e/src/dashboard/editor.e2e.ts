import type { ApiClient } from '@waybill/testing/api-client';
import { eventually } from '@waybill/testing/eventually';
import { System, type TestProject } from '@waybill/testing/system';
import type { Locator, Page } from 'playwright-core';
import { newAddress } from '../customer';
import { mailsTo } from '../person';
import { isFocused } from './hands';
import { describeInBrowser, Visitor } from './visitor';

/** A picture of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A part of another page, as a browser copies it. */
const foreign = `<p style="color: rgb(1, 2, 3)" onclick="document.title='owned'">Pasted <a href="javascript:alert(1)">bad</a>
  <a href="https://fine.example/">good</a></p><p>More</p><script>document.title='owned'</script>`;

describeInBrowser('the editors of contents (needs Chromium)', () => {
  let system: System;
  let project: TestProject;
  let client: ApiClient;
  let visitor: Visitor;
  let page: Page;
  /** Contacts with the plans pro and free. */
  const [pro, free] = [newAddress(), newAddress()];

  beforeAll(async () => {
    system = await System.shared();
    project = await system.createProject();
    client = system.client(project.secretKey);
    await client.post('/contacts', { email: pro, subscribed: true, data: { plan: 'pro' } });
    await client.post('/contacts', { email: free, subscribed: true, data: { plan: 'free' } });
    visitor = await Visitor.open(system);
    page = visitor.page;
    await visitor.signIn(project);
  }, 240_000);
  afterAll(async () => {
    await visitor?.close();
    await system?.stop();
  });

  const textbox = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
  const code = (): Locator => textbox('HTML with Liquid');
  const email = (): Locator => textbox('The email');
  const tool = (name: string): Locator => page.getByRole('toolbar').getByRole('button', { name, exact: true });
  const shown = (text: string): Promise<void> =>
    page.frameLocator('iframe[title="Preview of the email"]').getByText(text).first().waitFor();
  const part = (name: string, hasText: string): Locator =>
    page.getByRole('group', { name, exact: true }).filter({ hasText });
  const idOfPage = (): string => new URL(page.url()).pathname.split('/').at(-1)!;
  const stored = async (): Promise<any> => (await client.get(`/templates/${idOfPage()}`)).body;
  const storedWith = (text: string): Promise<boolean> =>
    eventually(`the body has ${text}`, async () => (await stored()).body.includes(text));

  /** Complaints of the page, without the answers of the server that a test asks for. */
  function expectNoComplaint(): void {
    const found = visitor.complaints.splice(0);
    // The public address of this system, where its pictures are, leads nowhere; the policy of the page says what it kept from running.
    const expected = /status of (412|422)|mail\.waybill\.example|ERR_NAME_NOT_RESOLVED|inline event handler/;
    expect(found.filter((text) => !expected.test(text))).toEqual([]);
  }

  async function write(name: string, way: 'In blocks' | 'As code'): Promise<void> {
    await visitor.openScreen(project, '/templates');
    await page.getByRole('button', { name: 'Write a template' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Write a template' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('radio', { name: way }).check();
    await dialog.getByRole('button', { name: 'Write it' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await visitor.settled();
  }

  describe('code', () => {
    it('marks a problem at its line, and leads to it', async () => {
      await write('Code', 'As code');
      await code().fill('<p>Hello</p>\n<p>{{ name | nosuchfilter }}</p>');
      const place = page
        .getByRole('region', { name: 'Problems' })
        .getByRole('button', { name: /^Line 2, column \d+$/ });
      await place.waitFor();
      await page.locator('.cm-lint-marker-error').waitFor();
      await place.click();
      await eventually('the field has the focus', () => isFocused(code()));
      expect((await page.locator('.cm-lintRange-error').allInnerTexts()).join('')).toContain('nosuchfilter');
    });

    it('is saved while one types, and shown as the code that sends renders it', async () => {
      await code().fill('<p>Hello {{ name ?? there }}</p>');
      await storedWith('<p>Hello {{ name ?? there }}</p>');
      await page
        .getByRole('status')
        .filter({ hasText: /^Saved$/ })
        .waitFor();
      expect(await stored()).toMatchObject({ body: '<p>Hello {{ name ?? there }}</p>', design: null });
      await shown('Hello there');
      // The cursor of the field blinks, and a theme is there when nothing moves.
      await code().blur();
      expect(await visitor.axeViolations()).toEqual([]);
      await visitor.setTheme('dark');
      expect(await visitor.axeViolations()).toEqual([]);
      await visitor.setTheme('light');
    });

    it('knows the variables of the project, and lets the keyboard go with Escape', async () => {
      await code().focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' {{ pla');
      await page.getByRole('option', { name: /^plan/ }).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await eventually('the field is left', () => isFocused(code()).then((is) => !is));
    });

    it('is shown for a phone, dark, as text and as source, for a contact and for values that are typed', async () => {
      await code().fill('<p>Plan: {{ plan ?? none }}, {{ name ?? there }}</p>');
      await shown('Plan: none, there');
      await textbox('Show it as this contact').fill(pro);
      await shown('Plan: pro, there');
      await page.getByText('Type values for the variables').click();
      await textbox('name').fill('Ada');
      await shown('Plan: pro, Ada');
      await page.getByText('Phone', { exact: true }).click();
      const frame = page.locator('iframe[title="Preview of the email"]');
      expect((await frame.boundingBox())!.width).toBeLessThan(380);
      await page.getByText('Dark', { exact: true }).click();
      await shown('Plan: pro, Ada');
      await page.getByText('Text', { exact: true }).click();
      await part('Text part', 'Plan: pro, Ada').waitFor();
      await page.getByText('Source', { exact: true }).click();
      await part('HTML', '<p>Plan: pro, Ada</p>').waitFor();
    });

    it('that another window changed meanwhile shows both versions, and keeps the one that is chosen', async () => {
      await storedWith('Plan: ');
      await client.patch(`/templates/${idOfPage()}`, { body: '<p>Theirs</p>' });
      await code().fill('<p>Mine</p>');
      await page.getByText('changed by somebody else meanwhile').waitFor();
      await page.getByText('The other version').click();
      await page.getByText('<p>Theirs</p>').waitFor();
      expect(await code().innerText()).toContain('<p>Mine</p>');
      expect((await stored()).body).toBe('<p>Theirs</p>');
      await page.getByRole('button', { name: 'Keep mine' }).click();
      await eventually('mine is stored', async () => (await stored()).body === '<p>Mine</p>');
      expectNoComplaint();
    });

    it('that could not be saved is offered in the next visit', async () => {
      const save = `**/templates/${idOfPage()}`;
      await page.route(save, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
      await code().fill('<p>Typed without a connection</p>');
      await page
        .getByRole('status')
        .filter({ hasText: /^Not saved$/ })
        .waitFor();
      page.once('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await page.unroute(save);
      await page.getByText(/^What you typed on .* was not saved\.$/).waitFor();
      await page.getByRole('button', { name: 'Take it up' }).click();
      await storedWith('<p>Typed without a connection</p>');
      await page
        .getByRole('status')
        .filter({ hasText: /^Saved$/ })
        .waitFor();
      await page.reload();
      await code().getByText('Typed without a connection').waitFor();
      expect(await page.getByRole('button', { name: 'Take it up' }).count()).toBe(0);
      // That the connection fails is said by the browser.
      visitor.complaints.splice(0);
    });
  });

  describe('blocks', () => {
    const end = async (): Promise<void> => {
      await email().focus();
      await page.keyboard.press('Control+End');
      // The next key is for the end of the text, not for what was selected before.
      await email().locator('.ProseMirror-selectednode').waitFor({ state: 'detached' });
    };
    const setting = (group: string, name: string): Locator =>
      page.getByRole('region', { name: group, exact: true }).getByLabel(name, { exact: true });

    it('are in order for everybody who reads them, light and dark', async () => {
      await write('Blocks', 'In blocks');
      await email().getByText('Write your text here.').waitFor();
      expect(await visitor.axeViolations()).toEqual([]);
      await visitor.setTheme('dark');
      expect(await visitor.axeViolations()).toEqual([]);
      await visitor.setTheme('light');
      expect(await visitor.overflowAt(768)).toBe(0);
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    it('take a variable with a text for those who have no value', async () => {
      await end();
      await page.keyboard.press('Enter');
      await page.keyboard.type('Your plan: ');
      await tool('Variable').click();
      await page.getByRole('menuitem', { name: /^plan/ }).click();
      await email().locator('.node-variable[data-name="plan"]').click();
      await setting('Variable', 'Where there is none').fill('no plan');
      await storedWith('Your plan: {{ plan ?? no plan }}');
    });

    it('take a button that leads somewhere', async () => {
      await end();
      await page.keyboard.press('Enter');
      await tool('Insert').click();
      await page.getByRole('menuitem', { name: 'Button' }).click();
      await email().locator('.node-button').click();
      await setting('Button', 'Leads to').fill('https://shop.example/start');
      await storedWith('https://shop.example/start');
    });

    it('take a picture, which is stored, with its words', async () => {
      await end();
      const chooser = page.waitForEvent('filechooser');
      await tool('Picture').click();
      await (await chooser).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot });
      await storedWith('/uploads/');
      await setting('Picture', 'In words').fill('A dot');
      await storedWith('alt="A dot"');
      expect((await stored()).body).not.toContain('blob:');
    });

    it('take what is pasted without the styles and scripts of its page', async () => {
      await end();
      await email().evaluate((element: any, html) => {
        const { ClipboardEvent, DataTransfer } = element.ownerDocument.defaultView;
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', html);
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, foreign);
      await storedWith('Pasted');
      const { body } = await stored();
      expect(body).toContain('https://fine.example/');
      expect(body).not.toMatch(/javascript:|rgb\(1|onclick|<script/);
      expect(await page.title()).not.toContain('owned');
    });

    it('take a text that mailboxes show behind the subject, and that the text part leaves out', async () => {
      await textbox('Preview text').fill('Soon: {{ plan ?? all }}');
      await eventually('it is stored', async () => (await stored()).previewText === 'Soon: {{ plan ?? all }}');
      await page.getByText('23 of 200 characters').waitFor();
      const { body, previewText } = await stored();
      expect(body).not.toContain('Soon');
      const rendered = await client.post('/templates/render', { body, previewText });
      expect(rendered.body.html).toMatch(/display:none[^>]*>Soon: all/);
      expect(rendered.body.text).not.toContain('Soon');
    });

    it('take over the preview text that an older document has in its settings and its body', async () => {
      const { id } = (await client.get(`/templates/${idOfPage()}`)).body;
      const before = await stored();
      const settings = { type: 'globalContent', attrs: { data: { preheader: 'From before' } } };
      const design = {
        ...before.design,
        content: [settings, ...before.design.content.filter((n: any) => n.type !== 'globalContent')],
      };
      const composed = '<div style="display:none" data-skip-in-text="true">From before<div> \u200c</div></div>';
      const older = {
        name: 'Older',
        subject: 'Old',
        design,
        body: before.body.replace(/<body[^>]*>/, `$&${composed}`),
      };
      const { body: made } = await client.post('/templates', older);
      await visitor.openScreen(project, `/templates/${made.id}`);
      await eventually('it is shown', async () => (await textbox('Preview text').inputValue()) === 'From before');
      await textbox('Preview text').fill('');
      await eventually('it is gone', async () => !JSON.stringify(await stored()).includes('From before'));
      expect(await stored()).toMatchObject({ previewText: null });
      await visitor.openScreen(project, `/templates/${id}`);
      await page.getByRole('heading', { level: 1, name: 'Blocks' }).waitFor();
      await email().waitFor();
    });

    it('are there only for some when they stand in a condition', async () => {
      await end();
      await page.keyboard.press('Enter');
      await tool('Insert').click();
      await page.getByRole('menuitem', { name: 'Condition' }).click();
      await email().locator('.node-condition p').click();
      await page.keyboard.type('Only for the pros');
      await setting('Condition', 'Field').fill('plan');
      await setting('Condition', 'Question').selectOption('equals');
      await setting('Condition', 'Value').fill('pro');
      await storedWith('{% if plan == "pro" %}');
      expect((await stored()).design).toMatchObject({ type: 'doc' });
    });

    it('show each of their branches in the preview, whatever the values are', async () => {
      await page.getByText('Preview', { exact: true }).click();
      await page.getByText('Choose branches').click();
      const choice = page.getByRole('combobox', { name: 'Where plan == "pro"' });
      await choice.selectOption('Shown');
      await shown('Only for the pros');
      expect(await visitor.axeViolations()).toEqual([]);
      await choice.selectOption('Left out');
      const frame = page.frameLocator('iframe[title="Preview of the email"]');
      await frame.getByText('Only for the pros').waitFor({ state: 'detached' });
      await page.getByText('Write', { exact: true }).click();
      expect((await stored()).body).toContain('{% if plan == "pro" %}');
    });

    it('are there once for each element of a list when they stand in a loop', async () => {
      await end();
      await page.keyboard.press('Enter');
      await tool('Insert').click();
      await page.getByRole('menuitem', { name: 'Loop' }).click();
      await email().locator('.node-loop p').click();
      await page.keyboard.type('A thing: {{ item.name }}.');
      await setting('Loop', 'List').fill('things');
      await storedWith('{% for item in things %}');
      const { body } = await stored();
      const data = { plan: 'pro', things: [{ name: 'boat' }, { name: 'oar' }] };
      const rendered = await client.post('/templates/render', { body, data });
      expect(rendered.body.text).toMatch(/A thing: boat\..*A thing: oar\./s);
    });

    it('arrive as they were written', async () => {
      const from = `hello@${project.senderDomain}`;
      for (const address of [pro, free]) {
        const answer = await client.post('/v1/send', { to: address, from, template: idOfPage(), tracking: false });
        expect(answer).toMatchObject({ status: 200 });
      }
      const [toPro, toFree] = await Promise.all(
        [pro, free].map(async (address) => {
          const mail = await eventually(
            `a mail to ${address}`,
            async () => (await mailsTo(client, address, 'Hello'))[0],
          );
          return (await client.get(`/mailbox/messages/${mail.id}`)).body.html as string;
        }),
      );
      expect(toPro).toContain('Hello there,');
      expect(toPro).toMatch(/<a[^>]*href="https:\/\/shop\.example\/start"[^>]*style="[^"]*background-color/);
      expect(toPro).toContain('Your plan: pro');
      expect(toPro).toContain('Only for the pros');
      expect(toFree).toContain('Your plan: free');
      expect(toFree).not.toContain('Only for the pros');
    });

    it('become code when one asks for it, and blocks again while the page is open', async () => {
      await page.getByRole('button', { name: 'Change to code' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Change to code' }).click();
      await code().waitFor();
      await eventually('the design is gone', async () => (await stored()).design === null);
      await page.getByRole('button', { name: 'Back to the blocks' }).click();
      await email().getByText('Only for the pros').waitFor();
      await eventually('the design is back', async () => (await stored()).design !== null);
      expectNoComplaint();
    });
  });
});
