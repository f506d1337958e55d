import { describe, expect, it } from 'vitest';
import type { CurrencyCode, Environment } from '../kernel/index.js';
import { rateOf } from '../money/index.js';
import type { RateBook } from '../rates/index.js';
import { NO_UMA } from './no-uma.js';
import type { OfferedCurrency, OfferedSettlement, Settlement, UmaPorts } from './ports.js';
import { isSameAsset, multiplierOf, settlementsOf, usableFor } from './settlements.js';

const settlement = (layer: string, environment: Environment = 'SANDBOX', pays = true): Settlement => ({
  ...NO_UMA.settlement,
  layer,
  asset: `${layer}/token`,
  rail: { ...NO_UMA.settlement.rail, environment, payouts: pays ? ({} as never) : null },
});
const LIGHTNING = settlement('ln');
const [BASE, POLYGON, LIVE] = [settlement('base'), settlement('polygon'), settlement('base', 'PRODUCTION')] as const;
const host = (over: Partial<UmaPorts> = {}, preferred?: readonly string[]) =>
  settlementsOf({ ...NO_UMA, settlement: LIGHTNING, chains: [BASE, POLYGON, LIVE], ...over }, preferred);
const layers = (all: readonly Settlement[]) => all.map(({ layer }) => layer);

describe('the settlement layers of a host', () => {
  it('are those of an environment, chains before Lightning', () => {
    expect(host().of('SANDBOX')).toEqual([BASE, POLYGON, LIGHTNING]);
    expect(host().of('PRODUCTION')).toEqual([LIVE]);
    expect(host().environments).toEqual(['PRODUCTION', 'SANDBOX']);
    expect([host().common('SANDBOX'), host().common('PRODUCTION')]).toEqual([LIGHTNING, null]);
  });

  it.each([
    [['ln'], ['ln', 'base', 'polygon']],
    [
      ['polygon', 'ln'],
      ['polygon', 'ln', 'base'],
    ],
    [['other'], ['base', 'polygon', 'ln']],
  ])('with the preference %j are %j', (preferred, expected) => {
    expect(layers(host({}, preferred).of('SANDBOX'))).toEqual(expected);
  });

  it('leave out Lightning on a host that cannot pay over it', () => {
    const without = host({ settlement: settlement('ln', 'SANDBOX', false) });
    expect(layers(without.of('SANDBOX'))).toEqual(['base', 'polygon']);
    expect(without.common('SANDBOX')).toBeNull();
  });

  it('are none on a host without UMA', () => {
    const none = settlementsOf(NO_UMA);
    expect([none.environments, none.of('SANDBOX'), none.common('SANDBOX')]).toEqual([[], [], null]);
  });

  it('are Lightning alone on a host that names no chains', () => {
    const alone = { ...NO_UMA, settlement: LIGHTNING };
    expect(settlementsOf(alone).of('SANDBOX')).toEqual([LIGHTNING]);
    expect(settlementsOf(alone).environments).toEqual(['SANDBOX']);
  });
});

it('assets are the same in either case, if layer and asset are', () => {
  const asset = { layer: 'eip155:1', asset: 'eip155:1/erc20:0xAb' };
  expect(isSameAsset(asset, { layer: 'EIP155:1', asset: 'eip155:1/erc20:0xaB' })).toBe(true);
  expect(isSameAsset(asset, { ...asset, layer: 'eip155:2' })).toBe(false);
  expect(isSameAsset(asset, { ...asset, asset: 'eip155:1/erc20:0xAc' })).toBe(false);
});

describe('the settlements by which an offer can be paid', () => {
  const EUR = { code: 'EUR', multiplier: rateOf(7n, 1n) } as OfferedCurrency;
  const rate = rateOf(3n, 2n);
  const offers = (layer: string, multipliers: OfferedSettlement['multipliers'] = {}): OfferedSettlement => ({
    layer: layer.toUpperCase(),
    asset: `${layer}/token`,
    multipliers,
  });
  const usable = (settlements: readonly OfferedSettlement[] | undefined, of = host()) =>
    usableFor(of, 'SANDBOX', settlements === undefined ? {} : { settlements }, EUR);

  it('are Lightning if the institution names none', () => {
    expect(usable(undefined)).toEqual([{ settlement: LIGHTNING, multiplier: EUR.multiplier }]);
    expect(usable(undefined, host({ settlement: settlement('ln', 'SANDBOX', false) }))).toEqual([]);
  });

  it('are those that both know, in the order of this host, each with its rate', () => {
    const both = usable([offers('ln'), offers('polygon', { EUR: rate }), offers('solana', { EUR: rate })]);
    expect(both).toEqual([
      { settlement: POLYGON, multiplier: rate },
      { settlement: LIGHTNING, multiplier: EUR.multiplier },
    ]);
  });

  it('leave out a chain that has no rate for the currency', () => {
    expect(usable([offers('base', { USD: rate })])).toEqual([]);
    expect(usable([])).toEqual([]);
  });
});

describe('the multiplier of a currency', () => {
  const book = (mid: unknown) => ({ mid: () => mid }) as unknown as RateBook;
  const of = { currency: 'BTC' as CurrencyCode, precision: 1_000n };

  it('is in units of messages, rounded as it is written', () => {
    const priced = multiplierOf(
      book({ ok: true, value: { rate: rateOf(1n, 4n) } }),
      'SANDBOX',
      'EUR' as CurrencyCode,
      of,
    );
    expect(priced).toEqual({ ok: true, value: rateOf(250n, 1n) });
  });

  it('is missing with the reason of its rate', () => {
    const missing = { ok: false, error: { code: 'RATE_UNAVAILABLE' } };
    expect(multiplierOf(book(missing), 'SANDBOX', 'EUR' as CurrencyCode, of)).toBe(missing);
  });
});
