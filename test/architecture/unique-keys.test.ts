import { RECORD_KINDS } from '@corridor/core/records';
import { expect, test } from 'vitest';
import { uniqueKeysTable } from './unique-keys.mjs';

test('a unique key over all tenants cannot be added without saying what it finds', () => {
  const [kind] = RECORD_KINDS.filter(({ name }) => name === 'customers');
  const added = { ...kind!, unique: [{ name: 'passport', columns: ['passport'], global: true }] };
  expect(() => uniqueKeysTable([...RECORD_KINDS, added])).toThrow(
    'unique-keys.mjs does not say what customers passport finds',
  );
});

test('a key that no longer exists must leave the table', () => {
  const others = RECORD_KINDS.filter(({ name }) => name !== 'operators');
  expect(() => uniqueKeysTable(others)).toThrow('describes keys that do not exist: operators name');
});

test('keys within a tenant are left out', () => {
  expect(uniqueKeysTable()).toContain('| `arrivals` | `rail`, `payment_id` |');
  expect(uniqueKeysTable()).not.toContain('`platform_customer_id`');
});
