import { AppError } from '@waybill/contracts/errors';
import type { TemplateContent } from '../template/template-reader';
import { checkMessageSize, checkRequestData, mergeContent } from './accept-content';

const template: TemplateContent = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  subject: 'From the template',
  previewText: 'Preview',
  body: '<p>template</p>',
  text: 'template',
  fromAddress: 'template@sender.example',
  fromName: 'Template',
  replyTo: 'reply@sender.example',
  type: 'MARKETING',
};

const problems = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError)
      return (error.errors ?? [error.code]).map((e) => (typeof e === 'string' ? e : [e.field, e.code]));
    throw error;
  }
  return [];
};

describe('mergeContent', () => {
  it('takes everything from the template when the request says nothing', () => {
    expect(mergeContent({}, template)).toEqual({
      subject: 'From the template',
      previewText: 'Preview',
      html: '<p>template</p>',
      text: 'template',
      from: { email: 'template@sender.example', name: 'Template' },
      replyTo: 'reply@sender.example',
      templateId: template.id,
      marketing: true,
    });
  });

  it('lets each field of the request win, a sender as a whole', () => {
    const request = { subject: 'S', body: 'B', from: { email: 'own@sender.example' }, replyTo: 'r@sender.example' };
    expect(mergeContent(request, template)).toMatchObject({
      subject: 'S',
      html: 'B',
      from: { email: 'own@sender.example' },
      replyTo: 'r@sender.example',
    });
    expect(mergeContent(request, template).from.name).toBeUndefined();
    expect(mergeContent({ subject: 'S' }, template)).toMatchObject({ subject: 'S', html: '<p>template</p>' });
  });

  it('takes the preview text of a template only with its body', () => {
    expect(mergeContent({ subject: 'S' }, template).previewText).toBe('Preview');
    expect(mergeContent({ body: '<p>own</p>' }, template).previewText).toBeNull();
    expect(problems(() => mergeContent({}, { ...template, previewText: '{{ name' }))).toEqual([
      ['previewText', 'syntax'],
    ]);
  });

  it('takes the text of the request, else of the template whose body is used', () => {
    expect(mergeContent({ text: 'T' }, template).text).toBe('T');
    expect(mergeContent({ body: 'B' }, template).text).toBeNull();
    expect(mergeContent({ body: 'B', text: 'T' }, template)).toMatchObject({ html: 'B', text: 'T' });
  });

  it('names everything that is missing', () => {
    expect(problems(() => mergeContent({}, null))).toEqual([
      ['subject', 'required'],
      ['body', 'required'],
      ['from', 'required'],
    ]);
    expect(problems(() => mergeContent({}, { ...template, fromAddress: null }))).toEqual([['from', 'required']]);
  });

  it('refuses NUL, which no store and no message can hold', () => {
    const from = { email: 'a@sender.example' };
    expect(problems(() => mergeContent({ subject: 'a\0', body: 'b\0', text: 'c\0', from }, null))).toEqual([
      ['subject', 'invalid_string'],
      ['body', 'invalid_string'],
      ['text', 'invalid_string'],
    ]);
  });

  it('names the template that does not parse', () => {
    const from = { email: 'a@sender.example' };
    expect(problems(() => mergeContent({ subject: '{% if %}', body: 'x', from }, null))).toContainEqual([
      'subject',
      'syntax',
    ]);
    expect(problems(() => mergeContent({ subject: 'x', body: '{{ a | }', from }, null))).toContainEqual([
      'body',
      'syntax',
    ]);
  });
});

describe('checkRequestData', () => {
  it('takes 64 KB of JSON, however nested, and refuses more', () => {
    const nested = (keys: number) => ({
      order: Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, n])),
    });
    expect(problems(() => checkRequestData(undefined))).toEqual([]);
    expect(problems(() => checkRequestData({ text: 'é'.repeat(32_000) }))).toEqual([]);
    expect(problems(() => checkRequestData({ text: 'é'.repeat(33_000) }))).toEqual([['data', 'too_big']]);
    expect(problems(() => checkRequestData(nested(4_000)))).toEqual([]);
    expect(problems(() => checkRequestData(nested(50_000)))).toEqual([['data', 'too_big']]);
  });
});

describe('checkMessageSize', () => {
  it('refuses a message over 40 MB, attachments counted as they travel', () => {
    const content = mergeContent({}, template);
    expect(problems(() => checkMessageSize(content, 29 * 1024 * 1024))).toEqual([]);
    expect(problems(() => checkMessageSize(content, 31 * 1024 * 1024))).toEqual(['PAYLOAD_TOO_LARGE']);
  });
});
