import { describe, expect, it } from 'vitest';
import { err, ok, type TenantKey } from '../kernel/index.js';
import { exampleAccountInfo } from './account-types/index.js';
import type { ExternalAccount } from './external-account.js';
import { payeeName } from './payee-name.js';
import type { Rails } from './rail.js';
import { routePayout, routePull } from './route.js';

const ctx = { tenant: 'Platform:1/SANDBOX' as TenantKey };
const account = (over: Partial<ExternalAccount> = {}) =>
  ({
    status: 'ACTIVE',
    currency: 'EUR',
    accountInfo: exampleAccountInfo('EUR_ACCOUNT'),
    ...over,
  }) as ExternalAccount;

/** Rails that answer what they were asked for. */
function rails(pull: object | null = { name: 'pulls' }) {
  const asked: unknown[] = [];
  const answering = {
    forPayout: (...question: readonly unknown[]) => {
      asked.push(question);
      return ok({ name: 'pays' });
    },
    forPull: (...question: readonly unknown[]) => {
      asked.push(question);
      return pull;
    },
  } as unknown as Rails;
  return { asked, answering };
}

const STATUSES = ['PENDING', 'UNDER_REVIEW', 'INACTIVE'] as const;

describe('the rail that delivers to an account', () => {
  it('is asked for by environment, type, currency and payment rail', () => {
    const { asked, answering } = rails();
    expect(routePayout(answering, ctx, account(), null)).toEqual(ok({ name: 'pays' }));
    expect(routePayout(answering, ctx, account(), 'SEPA_INSTANT')).toEqual(ok({ name: 'pays' }));
    expect(asked).toEqual([
      ['SANDBOX', 'EUR_ACCOUNT', 'EUR', null],
      ['SANDBOX', 'EUR_ACCOUNT', 'EUR', 'SEPA_INSTANT'],
    ]);
  });

  it('is none for a payment rail that does not reach the type of the account', () => {
    const { asked, answering } = rails();
    expect(routePayout(answering, ctx, account(), 'SPEI')).toMatchObject({
      ok: false,
      error: {
        code: 'INVALID_INPUT',
        details: {
          errors: [{ field: 'destination.paymentRail', constraint: { enum: ['SEPA', 'SEPA_INSTANT'] } }],
        },
      },
    });
    expect(asked).toEqual([]);
  });

  it.each(STATUSES)('is none while the account is %s', (status) => {
    const { asked, answering } = rails();
    const refused = err('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED');
    expect(routePayout(answering, ctx, account({ status: status as never }), null)).toEqual(refused);
    expect(asked).toEqual([]);
  });
});

describe('the rail that collects from an account', () => {
  it('is asked for by environment, type and currency', () => {
    const { asked, answering } = rails();
    expect(routePull(answering, { tenant: 'Platform:1/PRODUCTION' as TenantKey }, account())).toEqual(
      ok({ name: 'pulls' }),
    );
    expect(asked).toEqual([['PRODUCTION', 'EUR_ACCOUNT', 'EUR']]);
  });

  it('is missed before the account is verified', () => {
    const pending = account({ status: 'PENDING' as never });
    expect(routePull(rails(null).answering, ctx, pending)).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'source.accountId' }] } },
    });
    expect(routePull(rails().answering, ctx, pending)).toEqual(err('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'));
  });
});

describe('the name of a payee', () => {
  const info = { ...exampleAccountInfo('EUR_ACCOUNT'), iban: 'DE89370400440532013890' };

  it('is that of the beneficiary with the end of the account number', () => {
    const named = (beneficiary: object) => payeeName({ accountInfo: { ...info, beneficiary } as never });
    expect(named({ beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' })).toBe('Grace Hopper (…3890)');
    expect(named({ beneficiaryType: 'BUSINESS', legalName: 'Acme GmbH' })).toBe('Acme GmbH (…3890)');
    expect(named({ fullName: 'Grace Hopper', legalName: 'Acme GmbH' })).toBe('Grace Hopper (…3890)');
  });

  it('has of a PIX key that is an address of mail the first character and the domain, and both ends of a wallet', () => {
    const of = (accountInfo: object) => payeeName({ accountInfo: accountInfo as never });
    expect(of({ ...exampleAccountInfo('BRL_ACCOUNT'), pixKey: 'ana.souza@example.com' })).toContain('a…@example.com');
    const address = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984';
    expect(of({ accountType: 'ETHEREUM_WALLET', address })).toBe('0x1f98…F984');
  });

  it('is that of the holder where the account has one, or else the end alone', () => {
    const { beneficiary: _, ...unnamed } = info as typeof info & { beneficiary?: unknown };
    expect(payeeName({ accountInfo: unnamed as never })).toBe('…3890');
    expect(payeeName({ accountInfo: { ...unnamed, beneficiary: { fullName: 7 } } as never })).toBe('…3890');
    expect(payeeName({ accountInfo: { ...unnamed, accountHolderName: 'Ada Lovelace' } as never })).toBe(
      'Ada Lovelace (…3890)',
    );
  });
});
