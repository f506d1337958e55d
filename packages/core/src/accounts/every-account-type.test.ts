import { accountChecks } from '@corridor/adapters-rails/accounts';
import { expect, test } from 'vitest';
// Cases for check digits are written by hand, next to the checks.
import { accountWith, WRONG } from '../../../adapters-rails/src/testing/account-details.js';
import { err } from '../kernel/index.js';
import { type AccountCase, accountCases, refusal, testHost, valueOf } from '../testing/index.js';
import { accountType, EXTERNAL_ACCOUNT_TYPES } from './index.js';

const PARTY = { fullName: 'Ada Example', legalName: 'Example Trading Ltd' };

const byHand: readonly AccountCase[] = WRONG.map(([type, field, details]) => {
  const info = accountWith(type, details);
  const asset = info['assetType'];
  const { beneficiary } = info;
  return {
    type,
    rule: `check of ${field}`,
    currency: typeof asset === 'string' ? asset : accountType(type).currencies[0]!,
    // Cases about the beneficiary contain only the fields that they need.
    info: beneficiary === undefined ? info : { ...info, beneficiary: { ...PARTY, ...beneficiary } },
    code: 'INVALID_BANK_ACCOUNT',
    fields: [`accountInfo.${field}`],
  };
});

const sorted = ({ code, fields }: Pick<AccountCase, 'fields'> & { readonly code: string }) => ({
  code,
  fields: fields.toSorted(),
});

const cases = [...accountCases(), ...byHand];

test(`${cases.length} accounts of ${EXTERNAL_ACCOUNT_TYPES.length} types: valid ones are added, and each violated rule is reported alone`, async () => {
  const host = await testHost({ accountChecks, strictSandboxAccounts: true });
  const { id: customerId } = valueOf(await host.run(host.customers.create, { customerType: 'INDIVIDUAL' }));
  const ctx = host.context();

  const counts = new Map<string, number>();
  const wrong: object[] = [];
  for (const { type, rule, currency, info, code, fields } of cases) {
    let told: unknown;
    await host.units.run(ctx.tenant, async (tx) => {
      const input = { ownerType: 'CUSTOMER', customerId, currency, accountInfo: info } as const;
      const result = await host.accounts.addExternal(tx, ctx, input);
      told = sorted(result.ok ? { code: 'added', fields: [] } : refusal(result));
      // Deleted, so that the same account can be added for the next rule.
      return err('CONFLICT');
    });
    const expected = sorted({ code, fields });
    if (JSON.stringify(told) !== JSON.stringify(expected)) wrong.push({ type, rule, told, expected });
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }

  expect(wrong).toEqual([]);
  expect(new Set(cases.map(({ type }) => type)).size).toBe(EXTERNAL_ACCOUNT_TYPES.length);
  expect(counts.get('added')).toBeGreaterThan(3 * EXTERNAL_ACCOUNT_TYPES.length);
  expect(counts.get('INVALID_INPUT')).toBeGreaterThan(3000);
  expect(counts.get('INVALID_CURRENCY')).toBe(EXTERNAL_ACCOUNT_TYPES.length);
  expect(counts.get('INVALID_BANK_ACCOUNT')).toBe(WRONG.length);
});
