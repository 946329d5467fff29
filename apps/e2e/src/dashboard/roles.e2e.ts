import { System } from '@waybill/testing/system';
import type { Locator } from 'playwright-core';
import { Person } from '../person';
import { describeInBrowser, Visitor } from './visitor';

type Role = 'OWNER' | 'ADMIN' | 'MEMBER';

/** What a page offers, by its address in the project; the table of docs/accounts.md. */
const offers: [path: string, what: string, find: (visitor: Visitor) => Locator, roles: Role[]][] = [
  ['/settings/general', 'save the settings', button('Save the settings'), ['OWNER', 'ADMIN']],
  ['/settings/keys', 'replace the keys', button('Replace both keys'), ['OWNER', 'ADMIN']],
  ['/settings/members', 'invite a person', button('Invite'), ['OWNER', 'ADMIN']],
  [
    '/settings/members',
    'see the members',
    ({ page }) => page.getByRole('table', { name: 'Members' }),
    ['OWNER', 'ADMIN', 'MEMBER'],
  ],
  ['/settings/limits', 'set limits', button('Save the limits'), ['OWNER', 'ADMIN']],
  ['/settings/danger', 'reset the project', button('Reset the project'), ['OWNER', 'ADMIN']],
  ['/settings/danger', 'delete the project', button('Delete the project'), ['OWNER', 'ADMIN']],
  ['/domains', 'add a domain', button('Add a domain'), ['OWNER', 'ADMIN']],
  ['/workflows', 'make a workflow', button('New workflow'), ['OWNER', 'ADMIN', 'MEMBER']],
  [
    '/templates',
    'see the templates',
    ({ page }) => page.getByRole('heading', { level: 1, name: 'Templates' }),
    ['OWNER', 'ADMIN', 'MEMBER'],
  ],
];

function button(name: string): (visitor: Visitor) => Locator {
  // A list without entries offers the same in its middle, with other words.
  const empty: Record<string, string> = { 'New workflow': 'Make the first workflow' };
  const names = [name, empty[name] ?? name].join('|');
  return ({ page }) => page.getByRole('button', { name: new RegExp(`^(${names})$`) }).first();
}

describeInBrowser('the dashboard for each role (needs Chromium)', () => {
  let system: System;
  let visitor: Visitor;
  let project: { projectId: string };
  let foreign: { projectId: string };
  const people = {} as Record<Role, Person>;

  beforeAll(async () => {
    system = await System.shared();
    const settled = await Promise.all([1, 2, 3, 4].map(() => new Person(system.client()).settle()));
    const [owner, admin, member, stranger] = settled as [Person, Person, Person, Person];
    Object.assign(people, { OWNER: owner, ADMIN: admin, MEMBER: member });
    project = { projectId: (await owner.createProject('Shared')).id };
    foreign = { projectId: (await stranger.createProject('Foreign')).id };
    for (const [role, { email }] of [
      ['ADMIN', admin],
      ['MEMBER', member],
    ] as const) {
      const invited = await owner.post(`/projects/${project.projectId}/members`, { email, role });
      expect(invited.status).toBe(201);
    }
    visitor = await Visitor.open(system);
  }, 240_000);
  afterAll(async () => {
    await visitor?.close();
    await system?.stop();
  });

  describe.each<Role>(['OWNER', 'ADMIN', 'MEMBER'])('as %s', (role) => {
    beforeAll(() => visitor.signIn(people[role]));

    it('offers what the role may do, and nothing else', async () => {
      let shown = '';
      for (const [path, what, find, roles] of offers) {
        if (path !== shown) await visitor.openScreen(project, path);
        shown = path;
        const isOffered = (await find(visitor).count()) > 0;
        expect([path, what, isOffered]).toEqual([path, what, roles.includes(role)]);
      }
    });

    it('names the role in the settings', async () => {
      await visitor.openScreen(project, '/settings/general');
      await visitor.page.getByText(role, { exact: true }).waitFor();
      expect(await visitor.page.getByRole('textbox', { name: 'Name', exact: true }).isEnabled()).toBe(
        role !== 'MEMBER',
      );
    });

    it('says "not found" for every address of a foreign project', async () => {
      for (const path of ['', '/contacts', '/settings/danger', '/workflows/01980000-0000-7000-8000-000000000000']) {
        await visitor.goto(`/p/${foreign.projectId}${path}`);
        await visitor.page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
      }
    });
  });

  it('tells a MEMBER which role the reset needs', async () => {
    await visitor.signIn(people.MEMBER);
    await visitor.openScreen(project, '/settings/danger');
    await visitor.page.getByText('These settings need the role ADMIN; you are MEMBER.').waitFor();
  });

  it('lets only the owner hand the project over, and an admin not touch the owner', async () => {
    const menuOf = (email: string): Locator => visitor.page.getByRole('button', { name: `Actions for ${email}` });
    for (const [role, mayHandOver] of [
      ['OWNER', true],
      ['ADMIN', false],
    ] as const) {
      await visitor.signIn(people[role]);
      await visitor.openScreen(project, '/settings/members');
      await visitor.page.getByRole('table', { name: 'Members' }).waitFor();
      expect(await menuOf(people.OWNER.email).count()).toBe(0);
      await menuOf(people.MEMBER.email).click();
      await visitor.page.getByRole('menuitem', { name: 'Remove' }).waitFor();
      expect(await visitor.page.getByRole('menuitem', { name: 'Hand the project over' }).count()).toBe(
        mayHandOver ? 1 : 0,
      );
      await visitor.page.keyboard.press('Escape');
    }
    await visitor.signIn(people.MEMBER);
    await visitor.openScreen(project, '/settings/members');
    await menuOf(people.MEMBER.email).waitFor();
    expect(await menuOf(people.ADMIN.email).count()).toBe(0);
  });

  it('says what is missing when the role was taken away while the page was open, and keeps what was typed', async () => {
    await visitor.signIn(people.ADMIN);
    await visitor.openScreen(project, '/settings/general');
    const name = visitor.page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Typed as an admin');
    const members = (await people.OWNER.get(`/projects/${project.projectId}/members`)).body.data;
    const { userId } = members.find(({ email }: any) => email === people.ADMIN.email);
    await people.OWNER.patch(`/projects/${project.projectId}/members/${userId}`, { role: 'MEMBER' });
    await visitor.page.getByRole('button', { name: 'Save the settings' }).click();
    await visitor.page.getByText('FORBIDDEN').waitFor();
    expect(await name.inputValue()).toBe('Typed as an admin');
  });
});
