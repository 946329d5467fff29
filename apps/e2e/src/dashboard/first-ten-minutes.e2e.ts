import { eventually } from '@waybill/testing/eventually';
import { System, type TestProject } from '@waybill/testing/system';
import type { Locator, Page } from 'playwright-core';
import { newAddress } from '../customer';
import { mailsTo } from '../person';
import { KeyboardHand, MouseHand, type Hand } from './hands';
import { describeInBrowser, Visitor } from './visitor';

const ways: [string, (page: Page) => Hand][] = [
  ['with the mouse', () => new MouseHand()],
  ['by keyboard alone', (page) => new KeyboardHand(page)],
];

for (const [way, handOf] of ways)
  describeInBrowser(`the first ten minutes, ${way} (needs Chromium)`, () => {
    let system: System;
    let project: TestProject;
    let visitor: Visitor;
    let page: Page;
    let hand: Hand;
    const pros = [newAddress(), newAddress()];

    beforeAll(async () => {
      system = await System.shared();
      project = await system.createProject();
      visitor = await Visitor.open(system);
      page = visitor.page;
      hand = handOf(page);
    }, 240_000);
    afterAll(async () => {
      await visitor?.close();
      await system?.stop();
    });

    const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
    const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
    const heading = (name: string): Promise<void> =>
      page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    const screen = async (name: string): Promise<void> => {
      await hand.press(page.getByRole('navigation').getByRole('link', { name, exact: true }));
      await heading(name);
      await visitor.settled();
    };

    it('signs in', async () => {
      await visitor.goto('');
      await hand.write(field('Email address'), project.email);
      await hand.write(page.locator('input[type="password"]'), project.password);
      await hand.press(button('Sign in'));
      await button('Send the email').waitFor();
    });

    it('sends the first email from Home, and finds it in the mailbox and its waybill', async () => {
      await hand.press(button('Send the email'));
      const client = system.client(project.secretKey);
      await eventually(
        'the email is in the mailbox',
        async () => (await mailsTo(client, project.email, 'Hello from'))[0],
      );
      await eventually('the email is delivered', async () => {
        const { body } = await client.get('/emails');
        return body.data[0]?.status === 'DELIVERED';
      });
      await screen('Emails');
      await hand.press(page.getByRole('link', { name: project.email, exact: true }));
      await page.getByText('Delivered').first().waitFor();
      await page.getByText('Requested').first().waitFor();
    });

    it('imports a small file', async () => {
      await screen('Contacts');
      await hand.press(page.getByRole('link', { name: 'Import', exact: true }));
      await heading('Import contacts');
      const rows = [...pros.map((email) => `${email},Ada,pro,true`), `${newAddress()},Bob,free,true`];
      const chooser = page.waitForEvent('filechooser');
      await hand.press(page.getByRole('button', { name: /CSV file/ }));
      await (
        await chooser
      ).setFiles({
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['email,name,plan,subscribed', ...rows].join('\n')),
      });
      await hand.press(button('Try the import'));
      await hand.press(button('Import 3 contacts'));
      await page.getByText('3 contacts imported.').waitFor();
    });

    it('builds a segment', async () => {
      await screen('Segments');
      await hand.press(page.getByRole('link', { name: 'Build a segment' }).first());
      await heading('Build a segment');
      await hand.write(field('Name'), 'Pros');
      await hand.write(page.getByRole('combobox', { name: 'Field' }).or(field('Field')).first(), 'data.plan');
      await hand.choose(page.getByRole('combobox', { name: 'Comparison' }), 'equals');
      await hand.write(field('Value'), 'pro');
      await page.getByText('2 contacts', { exact: true }).waitFor();
      await hand.press(button('Build the segment'));
      await heading('Pros');
    });

    it('sends a campaign to it and watches it finish', async () => {
      await screen('Campaigns');
      await hand.press(button('Start a campaign').first());
      await hand.write(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), 'News');
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Start it' }));
      await heading('News');
      await hand.pick(page.getByRole('tab', { name: '2. Audience' }));
      await hand.pick(page.getByRole('radio', { name: 'A segment' }));
      await hand.choose(page.getByRole('combobox', { name: 'Segment' }), 'Pros');
      await hand.press(button('Save the audience'));
      await page.getByText('The audience has 2 contacts now.').waitFor();
      await hand.pick(page.getByRole('tab', { name: '4. Schedule' }));
      await hand.press(button('Send to 2 people now'));
      await page.getByText(/^2 of 2 done/).waitFor({ timeout: 150_000 });
      const client = system.client(project.secretKey);
      for (const to of pros) {
        const mail = await eventually(`a mail to ${to}`, async () => (await mailsTo(client, to))[0]);
        expect(mail.subject).toBe('News for Ada');
      }
    }, 300_000);

    it('meets no error on the way', () => {
      // Before the sign-in the server answers 401, which the browser reports as an error.
      expect(visitor.complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
    });
  });
