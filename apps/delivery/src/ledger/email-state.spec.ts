import { advance, mayMove, moves, OUTCOME_UNKNOWN, type EmailStatus } from './email-state';

const ranked: EmailStatus[] = ['SENT', 'DELIVERED', 'OPENED', 'CLICKED', 'BOUNCED', 'COMPLAINED'];

describe('the states of an email', () => {
  it.each(ranked.flatMap((from, a) => ranked.map((to, b) => [from, to, b > a] as const)))(
    'what the provider took only rises: %s to %s is %s',
    (from, to, allowed) => {
      expect(mayMove(from, to)).toBe(allowed);
      expect(advance(from, to)).toBe(allowed ? to : from);
    },
  );

  it('an email that was taken is never queued or handed over again', () => {
    for (const status of ranked) {
      expect(moves[status]).not.toContain('QUEUED');
      expect(moves[status]).not.toContain('SENDING');
    }
  });

  it('only a queued email is handed over', () => {
    const before = (Object.keys(moves) as EmailStatus[]).filter((status) => moves[status].includes('SENDING'));
    expect(before).toEqual(['QUEUED']);
  });

  it('an email in doubt ends by evidence, is tried again, or fails', () => {
    expect([...moves.UNKNOWN].sort()).toEqual(['QUEUED', 'FAILED', ...ranked].sort());
  });

  it('a failed email is final, unless its outcome was unknown and evidence arrives late', () => {
    expect(mayMove('FAILED', 'SENT', 'rejected: no')).toBe(false);
    expect(mayMove('FAILED', 'SENT', OUTCOME_UNKNOWN)).toBe(true);
    expect(mayMove('FAILED', 'QUEUED', OUTCOME_UNKNOWN)).toBe(false);
  });

  it.each(['SUPPRESSED', 'COMPLAINED', 'RECEIVED'] as const)('%s is final', (status) => {
    expect(moves[status]).toEqual([]);
  });
});
