import type { Application } from '@corridor/core';
import { expect, test } from 'vitest';
import { titleOf } from './plain-pages.js';

test('the first page of a business is headed by its name, because a person fills it in', () => {
  const of = (customer: object): string => titleOf({ customer } as Application);
  expect([
    of({ customerType: 'INDIVIDUAL', businessInfo: null }),
    of({ customerType: 'BUSINESS', businessInfo: { legalName: 'Acme Inc.' } }),
    of({ customerType: 'BUSINESS', businessInfo: null }),
  ]).toEqual(['Verify your identity', 'Verify Acme Inc.', 'Verify your business']);
});
