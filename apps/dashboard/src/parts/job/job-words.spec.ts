import { jobOutcome, jobPlace, jobProgress, jobTitle } from './job-words';
import { jobStartedBy, parsed, type StartedJob } from './started-jobs';

const job = (kind: StartedJob['kind'], about: string | null = null): StartedJob => {
  return { id: 'j', kind, about, startedAt: 0 };
};

describe('a job in the tray', () => {
  it.each([
    ['POST', '/contacts/import', { kind: 'import', about: null }],
    ['POST', '/contacts/bulk-delete', { kind: 'bulk', about: 'delete' }],
    ['POST', '/contacts/export', { kind: 'export', about: null }],
    ['POST', '/segments/seg_1/compute', { kind: 'compute', about: 'seg_1' }],
    ['POST', '/users/%40me/projects/p1/reset', { kind: 'reset', about: null }],
    ['POST', '/contacts/import?dryRun=true', null],
    ['GET', '/contacts/import', null],
    ['POST', '/contacts', null],
  ])('is known by the call %s %s', (method, path, expected) => {
    expect(jobStartedBy(method, new URL(path, 'https://mail.example'))).toEqual(expected);
  });

  it('is read from the storage of the browser, and nothing that is none', () => {
    const good = job('bulk', 'delete');
    const bad = [null, 7, { ...good, id: 7 }, { ...good, kind: '<b>' }, { ...good, startedAt: 'x' }];
    expect(parsed(JSON.stringify([good, ...bad]))).toEqual([good]);
    for (const text of ['', '{}', '[', '7']) expect(parsed(text)).toEqual([]);
  });

  it('says what it does, what it has changed and where that is seen', () => {
    expect(jobTitle(job('bulk', 'unsubscribe'))).toBe('Unsubscribing contacts');
    const imported = { createdCount: 1_200, updatedCount: 3, failureCount: 2 };
    expect(jobOutcome(job('import'), imported)).toBe('1,200 contacts new, 3 changed. 2 rows refused.');
    const bulk = { successCount: 1, unchangedCount: 4, failureCount: 0 };
    expect(jobOutcome(job('bulk', 'delete'), bulk)).toBe('1 contact deleted. 4 contacts already were.');
    const exported = { contactCount: 1, bytes: 2_000 };
    expect(jobOutcome(job('export'), exported)).toBe('1 contact in a file of 2 kB.');
    const computed = { total: 7, added: 2, removed: 1 };
    expect(jobOutcome(job('compute', 's'), computed)).toBe('7 contacts in the segment: 2 new, 1 left.');
    expect(jobPlace(job('compute', 's')).to).toBe('/segments/s');
  });

  it('says how long it will take once that can be told', () => {
    expect(jobProgress(1, 0, 60_000)).toBe('1 %');
    expect(jobProgress(50, 0, 1_000)).toBe('50 %');
    expect(jobProgress(50, 0, 30_000)).toBe('50 %, about 30 seconds left');
    expect(jobProgress(10, 0, 60_000)).toBe('10 %, about 9 minutes left');
    expect(jobProgress(100, 0, 60_000)).toBe('100 %');
  });
});
