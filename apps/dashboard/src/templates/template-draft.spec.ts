import { changesOf, draftOf } from './template-draft';
import type { Template } from './template.queries';

const stored: Template = {
  ...{ id: 't', projectId: 'p', name: 'Welcome', description: null, subject: 's', body: 'b', text: null, design: null },
  previewText: null,
  ...{ type: 'MARKETING', from: 'a@b.example', fromName: null, replyTo: null, createdAt: '', updatedAt: '' },
};

describe('the draft of a template', () => {
  it('changes nothing when nothing was typed', () => {
    expect(changesOf(draftOf(stored), stored)).toEqual({});
  });

  it('names the changed fields alone, and an empty sender as none', () => {
    expect(changesOf({ ...draftOf(stored), body: 'c', from: '' }, stored)).toEqual({ body: 'c', from: null });
    const previewed = { ...stored, previewText: 'Soon' };
    expect(changesOf({ ...draftOf(previewed), previewText: '' }, previewed)).toEqual({ previewText: null });
  });

  it('sends the body with the design that it is composed from', () => {
    const design = { type: 'doc' };
    expect(changesOf({ ...draftOf(stored), design, body: 'c' }, stored)).toEqual({ body: 'c', design });
  });
});
