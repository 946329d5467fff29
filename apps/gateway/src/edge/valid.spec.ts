import 'reflect-metadata';
import type { AppError, FieldError } from '@waybill/contracts/errors';
import { Send } from '@waybill/contracts/send/send';
import { Track } from '@waybill/contracts/contacts/track';
import { ListMessages } from '@waybill/contracts/mailbox/mailbox';
import type { Type } from '@nestjs/common';
import { compileCheck } from './compiled-check';
import { valid } from './valid';

function errorsOf(wireClass: Type<object>, body: unknown): Pick<FieldError, 'field' | 'code'>[] {
  try {
    valid(wireClass).transform(body, { type: 'body' });
    return [];
  } catch (error) {
    return ((error as AppError).errors ?? []).map(({ field, code }) => ({ field, code }));
  }
}

const send = { to: 'ada@example.com', from: 'hi@demo.example', subject: 'Hi', body: '<p>Hi</p>' };
const track = { email: 'ada@example.com', event: 'signup' };

describe('a valid body', () => {
  it('keeps known fields and drops unknown ones', () => {
    expect(valid(Track).transform({ ...track, extra: 1 }, { type: 'body' })).toEqual(track);
  });

  it('reads numbers from a query and has its defaults', () => {
    expect(valid(ListMessages).transform({ limit: '5' }, { type: 'query' })).toEqual({ limit: 5 });
    expect(valid(ListMessages).transform({}, { type: 'query' }).limit).toBe(20);
  });

  it.each([undefined, null, [], 'text', 5])('is an object: %p is 400', (body) => {
    expect(() => valid(Track).transform(body, { type: 'body' })).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST' }),
    );
  });

  it('lists every invalid field at once', () => {
    expect(errorsOf(Track, { event: 'email.sent', subscribed: 'yes', data: [] })).toEqual([
      { field: 'email', code: 'required' },
      { field: 'event', code: 'reserved_event' },
      { field: 'subscribed', code: 'invalid_type' },
      { field: 'data', code: 'invalid_type' },
    ]);
  });
});

describe('the fields of /v1/send', () => {
  const cases: [string, object, string, string][] = [
    ['no recipient', { to: undefined }, 'to', 'required'],
    ['a bad address', { to: 'nobody' }, 'to', 'invalid_email'],
    ['a bad address in an array', { to: ['a@example.com', 'b'] }, 'to.1', 'invalid_email'],
    ['a bad address in an object', { to: [{ name: 'A', email: 'x' }] }, 'to.0.email', 'invalid_email'],
    ['an object without address', { to: { name: 'A' } }, 'to.email', 'required'],
    ['a name with a line break', { to: { name: 'A\r\nBcc: x', email: 'a@example.com' } }, 'to.name', 'invalid_string'],
    ['no recipients', { to: [] }, 'to', 'too_small'],
    ['too many recipients', { to: Array(501).fill('a@example.com') }, 'to', 'too_big'],
    ['two addresses in one', { to: 'a@example.com, b@example.com' }, 'to', 'invalid_email'],
    ['no subject', { subject: undefined }, 'subject', 'required'],
    ['an empty subject', { subject: '' }, 'subject', 'too_small'],
    ['a long subject', { subject: 'x'.repeat(999) }, 'subject', 'too_big'],
    ['a subject of two lines', { subject: 'a\nb' }, 'subject', 'invalid_string'],
    ['an empty body', { body: '' }, 'body', 'too_small'],
    ['a body that is no text', { body: 5 }, 'body', 'invalid_type'],
    ['a template id that is none', { template: 'welcome' }, 'template', 'invalid_string'],
    [
      'a sender that shows another domain',
      { from: { name: 'x@bank.example', email: 'hi@demo.example' } },
      'from.name',
      'invalid_string',
    ],
    [
      'an own header',
      { headers: { 'X-SES-Configuration-Set': 'x' } },
      'headers.X-SES-Configuration-Set',
      'invalid_string',
    ],
    [
      'an instruction to a provider',
      { headers: { 'X-MC-BccAddress': 'x@a.example' } },
      'headers.X-MC-BccAddress',
      'invalid_string',
    ],
    ['an own header in other case', { headers: { bCC: 'x@example.com' } }, 'headers.bCC', 'invalid_string'],
    ['a header value of two lines', { headers: { 'X-A': 'a\r\nb' } }, 'headers.X-A', 'invalid_string'],
    ['a long header value', { headers: { 'X-A': 'x'.repeat(999) } }, 'headers.X-A', 'too_big'],
    ['a bad reply address', { reply: 'x' }, 'reply', 'invalid_email'],
    [
      'too many files',
      { attachments: Array(11).fill({ filename: 'a', content: 'YQ==', contentType: 'text/plain' }) },
      'attachments',
      'too_big',
    ],
    [
      'a file without a name',
      { attachments: [{ content: 'YQ==', contentType: 'text/plain' }] },
      'attachments.0.filename',
      'required',
    ],
    [
      'an inline file without an id',
      { attachments: [{ filename: 'a', content: 'YQ==', contentType: 'image/png', disposition: 'inline' }] },
      'attachments.0.contentId',
      'required',
    ],
    [
      'an unknown disposition',
      { attachments: [{ filename: 'a', content: 'YQ==', contentType: 'image/png', disposition: 'x' }] },
      'attachments.0.disposition',
      'invalid_enum',
    ],
    ['data that is no object', { data: 'x' }, 'data', 'invalid_type'],
    ['a long key', { data: { ['k'.repeat(101)]: 1 } }, `data.${'k'.repeat(100)}`, 'too_big'],
  ];

  it.each(cases)('refuse %s', (_what, change, field, code) => {
    expect(errorsOf(Send, { ...send, ...change })).toEqual([{ field, code }]);
  });

  it('accept what the specification allows', () => {
    expect(errorsOf(Send, send)).toEqual([]);
    expect(
      errorsOf(Send, {
        to: [{ email: 'a@example.com', name: 'A' }, 'b@example.com'],
        template: '0192f0c1-7b1e-7000-8000-000000000000',
      }),
    ).toEqual([]);
    expect(
      errorsOf(Send, {
        ...send,
        headers: { 'X-Campaign': 'x' },
        reply: 'r@example.com',
        subscribed: false,
        data: { a: null, b: { value: 1, persistent: false } },
      }),
    ).toEqual([]);
  });
});

describe('the compiled rules', () => {
  const check = compileCheck(Send);

  it('take what is valid as it stands, without unknown fields', () => {
    expect(check({ ...send, extra: 1 })).toEqual(send);
    expect(check({ ...send, extra: 1 })).toBeInstanceOf(Send);
    expect(compileCheck(ListMessages)({ search: 'x' })).toEqual({ limit: 20, search: 'x' });
  });

  it('leave what is not valid, or needs a conversion or a look inside, to class-validator', () => {
    expect(check({ ...send, subject: 5 })).toBeNull();
    expect(check({ ...send, attachments: [] })).toBeNull();
    expect(compileCheck(ListMessages)({ limit: '5' })).toBeNull();
  });
});
