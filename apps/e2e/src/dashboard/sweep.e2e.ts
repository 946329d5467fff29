import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@waybill/testing/eventually';
import { System, type TestProject } from '@waybill/testing/system';
import { Person } from '../person';
import { fillProject, type Filled } from './filled-project';
import { describeInBrowser, Visitor } from './visitor';

const table = readFileSync(join(__dirname, '../../../dashboard/src/routes.ts'), 'utf8');
/** Every path of the route table of the dashboard, as it stands there. */
const paths = [...table.matchAll(/path: '([^']+)'/g)].map(([, path]) => path!);

/** What the names in a path are in the filled project; a path that has a name and no line here fails. */
const namesOf: Record<string, (filled: Filled) => Record<string, string>[]> = {
  '/contacts/$id': ({ contact }) => [{ id: contact }],
  '/segments/$id': ({ segment }) => [{ id: segment }],
  '/templates/$id': ({ template }) => [{ id: template }],
  '/campaigns/$id': ({ campaign }) => [{ id: campaign }],
  '/emails/$id': ({ email }) => [{ id: email }],
  '/domains/$id': ({ domain }) => [{ id: domain }],
  '/workflows/$id': ({ workflow: id }) => [{ id }],
  '/workflows/$id/executions/$executionId': ({ workflow: id, execution: executionId }) => [{ id, executionId }],
  '/settings/$section': () =>
    ['general', 'brand', 'keys', 'members', 'limits', 'data', 'danger'].map((section) => ({ section })),
};
/** For names in an empty project: a thing that is not there. */
const missing = {
  id: '01980000-0000-7000-8000-000000000000',
  section: 'general',
  executionId: '01980000-0000-7000-8000-000000000001',
};

const withNames = (path: string, names: Record<string, string>): string =>
  path.replace(/\$(\w+)/g, (_text, name: string) => names[name] ?? '');
const needsNames = (path: string): boolean => path.includes('$');

describeInBrowser('every screen of the dashboard (needs Chromium)', () => {
  let system: System;
  let visitor: Visitor;
  let empty: TestProject;
  let filled: Filled;

  beforeAll(async () => {
    system = await System.shared();
    empty = await emptyProject();
    filled = await fillProject(system);
    visitor = await Visitor.open(system);
  }, 240_000);
  afterAll(async () => {
    await visitor?.close();
    await system?.stop();
  });

  /** A project that has nothing at all, not even a domain. */
  async function emptyProject(): Promise<TestProject> {
    const owner = await new Person(system.client()).settle();
    const { id } = await owner.createProject('Empty & new');
    const { email, password } = owner;
    return { projectId: id, publicKey: '', secretKey: '', senderDomain: '', email, password };
  }

  it('has an example for every path with a name', () => {
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.filter((path) => needsNames(path) && !namesOf[path])).toEqual([]);
  });

  /** Each line is a fault of a screen; each test ends with none. */
  const findings: string[] = [];
  const expectOrder = (): void => {
    expect(findings.splice(0)).toEqual([]);
  };

  /** Looks at the page as it is: light and wide, then narrower, then narrow and dark. */
  async function lookAt(address: string): Promise<void> {
    const { page } = visitor;
    const note = (text: string): number => findings.push(`${address}: ${text}`);
    await visitor.settled();
    const headings = await page.locator('h1').count();
    if (headings !== 1) note(`${headings} headings h1`);
    const title = await page.title();
    if (!/^\S.* · Waybill$/.test(title)) note(`title ${title}`);
    (await visitor.axeViolations()).forEach((each) => note(`light ${each}`));
    for (const width of [1280, 768, 360]) {
      const more = await visitor.overflowAt(width);
      if (more > 0) note(`${more} px wider than ${width}`);
    }
    await visitor.setTheme('dark');
    // Colours that scripts choose follow the theme a moment later.
    const inOrder = eventually('nothing to find', async () => (await visitor.axeViolations()).length === 0, 15_000);
    await inOrder.catch(async () => (await visitor.axeViolations()).forEach((each) => note(`dark ${each}`)));
    await visitor.setTheme('light');
    await page.setViewportSize({ width: 1280, height: 800 });
    visitor.complaints.splice(0).forEach(note);
  }

  it('is in order before one is signed in', async () => {
    for (const path of ['/sign-in', '/sign-up']) {
      await visitor.goto(path);
      // Before the sign-in the server answers 401, which the browser reports as an error.
      await visitor.settled();
      visitor.complaints.splice(0);
      await lookAt(path);
    }
    expectOrder();
  });

  it('is in order in an empty project', async () => {
    await visitor.signIn(empty);
    for (const path of paths) {
      await visitor.openScreen(empty, withNames(path, missing));
      ignoreNotFound();
      await lookAt(`empty ${path}`);
    }
    expectOrder();
  });

  it('is in order in a filled project', async () => {
    await visitor.signIn(filled.project);
    for (const path of paths) {
      for (const names of namesOf[path]?.(filled) ?? [{}]) {
        const address = withNames(path, names);
        await visitor.openScreen(filled.project, address);
        await lookAt(`filled ${address}`);
      }
    }
    await visitor.goto('/account');
    await lookAt('/account');
    expectOrder();
  }, 400_000);

  it('says "not found" for a foreign project and for an address that is none', async () => {
    for (const path of [`/p/${empty.projectId}`, '/nowhere', `/p/${filled.project.projectId}/nowhere`]) {
      await visitor.goto(path);
      await visitor.page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
      await lookAt(path);
    }
    expectOrder();
  });

  /** Of a thing that is not there the server says 404, which the browser calls an error. */
  function ignoreNotFound(): void {
    const others = visitor.complaints.filter((text) => !/status of 404/.test(text));
    visitor.complaints.splice(0, visitor.complaints.length, ...others);
  }
});
