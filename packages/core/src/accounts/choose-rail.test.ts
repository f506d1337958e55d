import { describe, expect, test } from 'vitest';
import { type CurrencyCode, type Instant, plusSeconds } from '../kernel/index.js';
import { answerOfIssuer, createRails, expectedSettlement, type Rail, RailUnavailable } from './rail.js';

const [EUR, USD] = ['EUR' as CurrencyCode, 'USD' as CurrencyCode] as const;

const funding = (...networks: readonly (string | null)[]) => ({ networks: () => networks }) as never;

/** A rail that delivers, collects, receives and withdraws euros in the sandbox. */
const rail = (name: string, over: Partial<Rail> = {}, can: Partial<Rail['capabilities']> = {}): Rail => ({
  name,
  environment: 'SANDBOX',
  simulated: false,
  capabilities: {
    ...{ accountTypes: ['EUR_ACCOUNT'], currencies: [EUR], paymentRails: ['SEPA'], pullsFrom: ['EUR_ACCOUNT'] },
    ...{ push: true, pull: true, receive: true, followsWallets: false, cancellable: false, settlementSeconds: 60 },
    ...can,
  },
  payouts: {} as never,
  pulls: {} as never,
  funding: funding(null),
  networkFees: { networks: () => ['BASE'] } as never,
  ...over,
});

/** Each is unlike what is asked for in one way. */
const UNLIKE = [
  rail('of another environment', { environment: 'PRODUCTION' }),
  rail('of another currency', {}, { currencies: [USD] }),
];

const nameOf = (found: { readonly name: string } | null) => found?.name ?? null;
const namesOf = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name);

describe('the rails of a host', () => {
  test('are found by their names, simulated ones after all others', () => {
    const simulated = rail('simulated', { simulated: true });
    const rails = createRails([simulated, rail('a'), rail('b')]);
    expect(namesOf(rails.all)).toEqual(['a', 'b', 'simulated']);
    expect(rails.byName('simulated')).toBe(simulated);
    expect(() => rails.byName('c')).toThrow('no rail is registered as c');
  });

  test('have different names, currencies that customers can have, and no simulation outside the sandbox', () => {
    expect(() => createRails([rail('a'), rail('a')])).toThrow('two rails have the same name');
    expect(() => createRails([rail('a', {}, { currencies: [EUR, 'XXX' as CurrencyCode] })])).toThrow(
      'the rail a moves XXX, which customers cannot have',
    );
    expect(() => createRails([rail('a', { simulated: true, environment: 'PRODUCTION' })])).toThrow(
      'the rail a is simulated and cannot serve PRODUCTION',
    );
  });

  test('deliver a currency to an account by the first one that can', () => {
    const { forPayout } = createRails([
      rail('without payouts', { payouts: null }),
      rail('that does not push', {}, { push: false }),
      rail('to other accounts', {}, { accountTypes: ['USD_ACCOUNT'] }),
      ...UNLIKE,
      rail('slow'),
      rail('fast', {}, { paymentRails: ['SEPA_INSTANT'] }),
    ]);
    const found = (...of: Parameters<typeof forPayout>) => {
      const result = forPayout(...of);
      return result.ok ? result.value.name : [result.error.code, result.error.message];
    };
    expect(found('SANDBOX', 'EUR_ACCOUNT', EUR, null)).toBe('slow');
    expect(found('SANDBOX', 'EUR_ACCOUNT', EUR, 'SEPA_INSTANT')).toBe('fast');
    expect(found('PRODUCTION', 'EUR_ACCOUNT', EUR, null)).toBe('of another environment');
    expect(found('SANDBOX', 'EUR_ACCOUNT', EUR, 'ACH')).toEqual([
      'NOT_IMPLEMENTED',
      'no rail in this environment delivers EUR to EUR_ACCOUNT by ACH',
    ]);
    expect(found('PRODUCTION', 'EUR_ACCOUNT', USD, null)).toEqual([
      'NOT_IMPLEMENTED',
      'no rail in this environment delivers USD to EUR_ACCOUNT',
    ]);
  });

  test('collect a currency from an account by the first one that can', () => {
    const { forPull } = createRails([
      rail('without pulls', { pulls: null }),
      rail('that does not pull', {}, { pull: false }),
      rail('from other accounts', {}, { pullsFrom: ['USD_ACCOUNT'] }),
      ...UNLIKE,
      rail('first'),
      rail('second'),
    ]);
    expect(nameOf(forPull('SANDBOX', 'EUR_ACCOUNT', EUR))).toBe('first');
    expect(nameOf(forPull('SANDBOX', 'GBP_ACCOUNT', EUR))).toBeNull();
    expect(nameOf(forPull('PRODUCTION', 'EUR_ACCOUNT', USD))).toBeNull();
  });

  test('withdraw a currency by all that have a network for it', () => {
    const { forWithdrawal } = createRails([
      rail('without network fees', { networkFees: null }),
      rail('that does not push', {}, { push: false }),
      rail('without a network', { networkFees: { networks: () => [] } as never }),
      UNLIKE[0]!,
      rail('first'),
      rail('second'),
    ]);
    expect(namesOf(forWithdrawal('SANDBOX', EUR))).toEqual(['first', 'second']);
    expect(namesOf(forWithdrawal('PRODUCTION', EUR))).toEqual(['of another environment']);
  });

  test('receive a currency by all that do, the preferred one first', () => {
    const { forFunding } = createRails([
      rail('simulated', { simulated: true }),
      rail('without funding', { funding: null }),
      rail('that does not receive', {}, { receive: false }),
      rail('without a network', { funding: funding() }),
      ...UNLIKE,
      rail('first'),
    ]);
    expect(namesOf(forFunding('SANDBOX', EUR))).toEqual(['first', 'simulated']);
    expect(namesOf(forFunding('SANDBOX', USD))).toEqual(['of another currency']);
  });
});

test('a delivery settles when its rail says so, or after the time that its rail takes', () => {
  const now = Date.UTC(2026, 0, 5) as Instant;
  const { capabilities } = rail('a');
  const settlesAt = (wanted: unknown, at: Instant) => plusSeconds(at, wanted === 'SEPA' ? 5 : 7);
  expect(expectedSettlement({ payouts: { settlesAt } as never, capabilities }, 'SEPA', now)).toBe(now + 5_000);
  expect(expectedSettlement({ payouts: {} as never, capabilities }, 'SEPA', now)).toBe(now + 60_000);
  expect(expectedSettlement({ payouts: null, capabilities }, null, now)).toBe(now + 60_000);
});

test('an issuer that does not answer is an error that may be tried again, and a mistake is thrown', async () => {
  expect(await answerOfIssuer(async () => 7)).toEqual({ ok: true, value: 7 });
  const down = new RailUnavailable('coins', 'mint', 'timeout');
  expect(down.message).toBe('coins failed (mint): timeout');
  expect(await answerOfIssuer(() => Promise.reject(down))).toMatchObject({
    ok: false,
    error: { code: 'SERVICE_UNAVAILABLE' },
  });
  const mistake = new TypeError('a mistake');
  await expect(answerOfIssuer(() => Promise.reject(mistake))).rejects.toBe(mistake);
});
