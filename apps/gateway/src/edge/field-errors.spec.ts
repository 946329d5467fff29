import 'reflect-metadata';
import type { AppError } from '@waybill/contracts/errors';
import { CreateTemplate } from '@waybill/contracts/templates/template';
import { ListMessages } from '@waybill/contracts/mailbox/mailbox';
import { DeepRule } from '@waybill/contracts/wire/field-problem';
import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fieldRules } from './field-errors';
import { valid } from './valid';

const contracts = join(__dirname, '../../../../libs/contracts/src');
const classes = readdirSync(contracts, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .flatMap((file) => Object.values(jest.requireActual<Record<string, unknown>>(join(contracts, file))))
  .filter((value): value is new () => object => typeof value === 'function' && value.prototype !== undefined);

it('has a code and a message for every rule that a wire class uses', () => {
  const rules = classes.flatMap((one) => getMetadataStorage().getTargetValidationMetadatas(one, '', false, false));
  const names = rules
    .filter(({ type, constraintCls }) => type === 'customValidation' && !(constraintCls?.prototype instanceof DeepRule))
    .map(({ name }) => name);
  expect(new Set(names).size).toBeGreaterThan(10);
  expect([...new Set(names)].filter((name) => !(name! in fieldRules))).toEqual([]);
});

function messagesOf(wireClass: Type<object>, body: unknown, type: 'body' | 'query' = 'body'): string[] {
  try {
    valid(wireClass).transform(body, { type });
    return [];
  } catch (error) {
    return ((error as AppError).errors ?? []).map(({ message }) => message);
  }
}

it('names the field and the limit in every message', () => {
  const template = { name: '', subject: 5, body: 'x'.repeat(2_000_001), type: 'OTHER', fromName: 'a\nb' };
  expect(messagesOf(CreateTemplate, template)).toEqual([
    'name must have 1 to 100 characters',
    'subject must be a string',
    'body must have 1 to 2000000 characters',
    'fromName must not contain line breaks or other control characters',
    'type must be one of TRANSACTIONAL, MARKETING',
  ]);
  expect(messagesOf(ListMessages, { limit: '0' }, 'query')).toEqual(['limit must be at least 1']);
});
