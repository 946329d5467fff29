import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import type { Locator, Page } from 'playwright-core';
import { Customer } from '../customer';
import { describeInBrowser, Visitor } from './visitor';

describeInBrowser('the canvas of a workflow (needs Chromium)', () => {
  let system: System;
  let customer: Customer;
  let visitor: Visitor;
  let page: Page;
  let id: string;

  beforeAll(async () => {
    system = await System.shared();
    customer = await Customer.join(system);
    visitor = await Visitor.open(system, 1440);
    page = visitor.page;
    await visitor.signIn(customer.project);
    const made = await customer.secret.post('/workflows', { name: 'Welcome', eventName: 'signed_up' });
    id = made.body.id;
    await customer.secret.post(`/workflows/${id}/steps`, { type: 'DELAY', config: { amount: 1, unit: 'days' } });
    await customer.secret.post(`/workflows/${id}/steps`, { type: 'EXIT' });
    await visitor.openScreen(customer.project, `/workflows/${id}`);
    await card('Wait for a time').waitFor();
  }, 240_000);
  afterAll(async () => {
    await visitor?.close();
    await system?.stop();
  });

  const cards = (): Locator => page.locator('.react-flow__node-step');
  /** The card of the only step of a kind. */
  const card = (kind: string): Locator => cards().filter({ hasText: kind });
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const read = async (): Promise<any> => (await customer.secret.get(`/workflows/${id}`)).body;
  /** The kinds in the order in which the first branches lead on. */
  async function way(): Promise<string[]> {
    const { steps, transitions } = await read();
    const kinds: string[] = [];
    for (let step = steps[0]; step; ) {
      kinds.push(step.type);
      const link = transitions.find(({ fromStepId }: any) => fromStepId === step.id);
      step = link && steps.find((each: any) => each.id === link.toStepId);
    }
    return kinds;
  }
  const becomes = (expected: string[]): Promise<unknown> =>
    eventually(`the way is ${expected.join()}`, async () => (await way()).join() === expected.join()).catch(async () =>
      expect(await way()).toEqual(expected),
    );
  /** The centre of a place once the view has come to rest. */
  const centre = async (place: Locator): Promise<[number, number]> => {
    let before = { x: NaN, y: NaN };
    const { x, y, width, height } = await eventually('the view is at rest', async () => {
      const box = (await place.boundingBox())!;
      const rests = box.x === before.x && box.y === before.y;
      before = box;
      return rests ? box : null;
    });
    return [x + width / 2, y + height / 2];
  };
  async function drag(from: [number, number], to: [number, number]): Promise<void> {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 5 });
    await page.mouse.move(...to, { steps: 5 });
    await page.mouse.up();
  }
  /** What was selected stays in the address: the key goes to the page, not to a field. */
  const key = async (keys: string): Promise<void> => {
    await page.locator('h1').focus();
    await page.keyboard.press(keys);
  };

  it('puts a step into a link, opens its settings, and takes the edit back and brings it again', async () => {
    await button('Add a step before Delay').click();
    await page.getByRole('menuitem', { name: 'Condition' }).click();
    await becomes(['TRIGGER', 'CONDITION', 'DELAY', 'EXIT']);
    await page.getByRole('region', { name: 'Settings of Condition' }).waitFor();
    const before = (await read()).steps.find(({ type }: any) => type === 'CONDITION');
    await key('Control+z');
    await becomes(['TRIGGER', 'DELAY', 'EXIT']);
    await button('Redo').click();
    await becomes(['TRIGGER', 'CONDITION', 'DELAY', 'EXIT']);
    expect((await read()).steps.find(({ type }: any) => type === 'CONDITION').id).toBe(before.id);
  });

  it('puts a step behind an open branch', async () => {
    await button('Add a step for “No”').click();
    await page.getByRole('menuitem', { name: 'Webhook' }).click();
    await eventually('the branch leads on', async () => {
      const { transitions } = await read();
      return transitions.some(({ branch }: any) => branch === 'no');
    });
    await card('Webhook').waitFor();
  });

  it('links two cards by hand, and says why a link is refused', async () => {
    const handle = (of: string, side: 'top' | 'bottom'): Promise<[number, number]> =>
      centre(card(of).locator(`.react-flow__handle-${side}`).first());
    await drag(await handle('Webhook', 'bottom'), await handle('Condition', 'top'));
    await page.getByText('This would close a loop: a workflow only leads forward.').waitFor();
    await drag(await handle('Condition', 'bottom'), await handle('Webhook', 'top'));
    await page.getByText('The branch “Yes” has a link already.').waitFor();
    const before = (await read()).transitions.length;
    await drag(await handle('Webhook', 'bottom'), await handle('End', 'top'));
    await eventually('the link is made', async () => (await read()).transitions.length === before + 1);
  });

  it('deletes the chosen step by key and links those around it', async () => {
    await card('Webhook').click();
    await page.keyboard.press('Delete');
    await page.getByText('1 step deleted.').waitFor();
    const { steps, transitions } = await read();
    expect(steps.map(({ type }: any) => type)).toEqual(['TRIGGER', 'DELAY', 'EXIT', 'CONDITION']);
    expect(transitions.filter(({ branch }: any) => branch === 'no')).toHaveLength(1);
  });

  it('keeps where a card was put, and forgets it with Tidy', async () => {
    const ui = async (): Promise<any> => (await read()).steps.find(({ type }: any) => type === 'DELAY').config.ui;
    const [x, y] = await centre(card('Wait for a time').getByText('Wait for a time'));
    await drag([x, y], [x + 120, y + 30]);
    const place = await eventually('the place is kept', ui);
    expect([typeof place.x, typeof place.y]).toEqual(['number', 'number']);
    await page.reload();
    await card('Wait for a time').waitFor();
    await button('Tidy').click();
    await eventually('the place is forgotten', async () => (await ui()) === undefined);
  });

  it('puts what the API refuses of the settings at its field, and an undo brings the settings back', async () => {
    await card('Wait for a time').click();
    const field = page.getByRole('textbox', { name: 'Time', exact: true });
    await field.fill('0');
    await button('Save the step').click();
    await eventually('the field is marked', async () => (await field.getAttribute('aria-invalid')) === 'true');
    await field.fill('3');
    await button('Save the step').click();
    const amount = async (): Promise<number> =>
      (await read()).steps.find(({ type }: any) => type === 'DELAY').config.amount;
    await eventually('the settings are saved', async () => (await amount()) === 3);
    await page.getByText('The step is saved.').waitFor();
    await key('Control+z');
    await eventually('the settings are back', async () => (await amount()) === 1);
  });

  it('says so when another window changed the workflow, shows the change and overwrites nothing', async () => {
    await customer.secret.patch(`/workflows/${id}`, { name: 'Changed by another window' });
    await button('Tidy').click();
    await page.getByText('CHANGED_MEANWHILE').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Changed by another window' }).waitFor();
    expect((await read()).name).toBe('Changed by another window');
  });

  it('lights up the way of a simulated contact', async () => {
    await customer.secret.post('/contacts', { email: 'ann@people.example', subscribed: true });
    await page.getByRole('tab', { name: 'Simulate' }).click();
    await page.getByRole('textbox', { name: 'Contact' }).fill('ann@people.example');
    await page.getByRole('button', { name: 'Simulate', exact: true }).click();
    await page.locator('[data-path="true"]').filter({ hasText: 'End' }).waitFor();
    const lit = page.locator('[data-path="true"]');
    expect(await lit.count()).toBe(4);
    expect(await lit.filter({ hasText: 'Wait for a time' }).textContent()).toContain('Completed after 1 day');
  });

  it('does the same without a canvas, in the outline', async () => {
    await page.getByRole('tab', { name: 'Steps' }).click();
    await button('Outline').click();
    const outline = page.getByRole('group', { name: 'Steps of the workflow' });
    await outline.getByRole('button', { name: 'Add a step before Delay' }).click();
    await page.getByRole('menuitem', { name: 'Send an email' }).click();
    await outline.getByRole('button', { name: /^Send an email/ }).waitFor();
    await page.getByRole('region', { name: 'Settings of Send an email' }).waitFor();
  });

  it('copies a step by key and puts it behind another one of another workflow', async () => {
    const make = async (name: string): Promise<string> =>
      (await customer.secret.post('/workflows', { name, eventName: 'signed_up' })).body.id;
    const first = await make('First of two');
    await customer.secret.post(`/workflows/${first}/steps`, { type: 'DELAY', config: { amount: 5, unit: 'hours' } });
    id = await make('Second of two');
    await visitor.openScreen(customer.project, `/workflows/${first}`);
    await card('Wait for a time').click();
    await key('Control+c');
    await page.getByText('1 step copied.').first().waitFor();
    await page.getByRole('link', { name: 'Workflows', exact: true }).first().click();
    await page.getByRole('link', { name: 'Second of two' }).click();
    await card('Start').click();
    await key('Control+v');
    await becomes(['TRIGGER', 'DELAY']);
    await page.getByRole('region', { name: 'Settings of Delay' }).waitFor();
    await button('Add a step').click();
    await page.getByRole('menuitem', { name: 'Paste “Delay”' }).click();
    await becomes(['TRIGGER', 'DELAY', 'DELAY']);
    expect((await read()).steps.slice(1).map(({ config }: any) => config)).toEqual([
      { amount: 5, unit: 'hours' },
      { amount: 5, unit: 'hours' },
    ]);
    await key('Control+z');
    await becomes(['TRIGGER', 'DELAY']);
  });

  it('copies a step with all that follow it', async () => {
    await customer.secret.post(`/workflows/${id}/steps`, {
      type: 'WEBHOOK',
      config: { url: 'https://hooks.example/a' },
    });
    await page.reload();
    await card('Wait for a time').click();
    await button('Copy it with what follows').click();
    await page.getByText('2 steps copied.').first().waitFor();
    await button('Add a step before Delay').click();
    await page.getByRole('menuitem', { name: 'Paste 2 steps' }).click();
    await becomes(['TRIGGER', 'DELAY', 'WEBHOOK', 'DELAY', 'WEBHOOK']);
  });

  it('finds a step by its words, on the canvas and in the outline', async () => {
    const find = page.getByRole('combobox', { name: 'Find a step' });
    await find.fill('hooks.example');
    await page
      .getByRole('option', { name: /hooks\.example/ })
      .first()
      .click();
    await page.getByRole('region', { name: 'Settings of Webhook' }).waitFor();
    await find.fill('no such step');
    await page.getByText('No step has these words').waitFor();
    await find.fill('Start');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Settings of' }).getByText('The start is set with the workflow').waitFor();
    await button('Outline').click();
    await find.fill('hooks.example');
    await page
      .getByRole('option', { name: /hooks\.example/ })
      .last()
      .click();
    await page.getByRole('group', { name: 'Steps of the workflow' }).locator('[aria-pressed="true"]').waitFor();
    expect(await visitor.axeViolations()).toEqual([]);
  });
});
