import { audienceChange, audienceOf, contentChanges, contentOf, momentOf } from './campaign-draft';
import type { Campaign } from './campaign.queries';

const counts = {
  ...{ totalRecipients: 0, sentCount: 0, deliveredCount: 0, openedCount: 0, clickedCount: 0, bouncedCount: 0 },
  ...{ complainedCount: 0, unsubscribedCount: 0, failedCount: 0, suppressedCount: 0 },
};
const stored: Campaign = {
  ...counts,
  ...{ id: 'c', projectId: 'p', name: 'Spring', description: null, subject: 's', body: 'b', text: null, design: null },
  previewText: null,
  ...{ from: 'a@b.example', fromName: 'Ann', replyTo: null, templateId: null, type: 'ALL', audienceType: 'ALL' },
  ...{ audienceFilter: null, segmentId: null, segment: null, status: 'DRAFT', reason: null, health: null },
  ...{ scheduledAt: null, sentAt: null, createdAt: '', updatedAt: '' },
};

describe('the draft of a campaign', () => {
  it('names the changed fields alone, and an empty name of the sender as none', () => {
    expect(contentChanges(contentOf(stored), stored)).toEqual({});
    expect(contentChanges({ ...contentOf(stored), subject: 'n', fromName: '' }, stored)).toEqual({
      subject: 'n',
      fromName: null,
    });
  });

  it('takes the preview text of an older document over with the first change', () => {
    const design = { type: 'doc', content: [{ type: 'globalContent', attrs: { data: { preheader: 'Soon' } } }] };
    const body = '<body><div data-skip-in-text="true">Soon<div> </div></div><p>x</p></body>';
    const older = { ...stored, design, body };
    expect(contentOf(older).previewText).toBe('Soon');
    expect(contentChanges({ ...contentOf(older), previewText: '' }, older)).toEqual({
      body: '<body><p>x</p></body>',
      design: { type: 'doc', content: [{ type: 'globalContent', attrs: { data: {} } }] },
    });
    expect(contentChanges({ ...contentOf(stored), previewText: 'Soon' }, stored)).toEqual({ previewText: 'Soon' });
  });

  it('is no audience until a segment is chosen', () => {
    const draft = audienceOf({ ...stored, audienceType: 'SEGMENT', segmentId: null });
    expect(audienceChange(draft)).toBeNull();
    expect(audienceChange({ ...draft, segmentId: 's' })).toEqual({ audienceType: 'SEGMENT', segmentId: 's' });
  });

  it('leaves a condition alone that the builder cannot show', () => {
    const opaque = audienceOf({
      ...stored,
      audienceType: 'FILTERED',
      audienceFilter: { logic: 'AND', groups: [{ conditions: [] }] },
    });
    expect(opaque.isOpaque).toBe(true);
    expect(audienceChange(opaque)).toBeNull();
  });

  it('is scheduled for a moment that can be read', () => {
    expect(momentOf('')).toBeNull();
    expect(momentOf('nonsense')).toBeNull();
    expect(momentOf('2026-03-01T12:00')).toMatch(/^2026-0[23]-\d\dT.*Z$/);
  });
});
