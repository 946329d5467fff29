import { System } from '@waybill/testing/system';
import type { Page } from 'playwright-core';
import { Customer } from '../customer';
import { Visitor } from './visitor';

/** The parts that the tests of a file work with. */
export interface Visit {
  system: System;
  visitor: Visitor;
  page: Page;
}

/** Registers the set-up of a file: the shared system and a visitor, handed to `begin` before the first test, and their end. */
export function withVisitor(begin: (visit: Visit) => void | Promise<void>, locale?: string): void {
  let system: System | undefined;
  let visitor: Visitor | undefined;
  beforeAll(async () => {
    system = await System.shared();
    visitor = await Visitor.open(system, 1280, locale);
    await begin({ system, visitor, page: visitor.page });
  }, 240_000);
  afterAll(async () => {
    await visitor?.close();
    await system?.stop();
  });
}

/** As {@link withVisitor}; before each test the visitor is signed in as a new customer, and after it the network is as it was. */
export function withCustomers(begin: (visit: Visit) => void, beginTest: (customer: Customer) => void): void {
  let visit: Visit;
  withVisitor((made) => {
    visit = made;
    begin(made);
  });
  beforeEach(async () => {
    const customer = await Customer.join(visit.system);
    await visit.visitor.signIn(customer.project);
    beginTest(customer);
  });
  afterEach(async () => {
    await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
    await visit.visitor.context.setOffline(false);
  });
}
