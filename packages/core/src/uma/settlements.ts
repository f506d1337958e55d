import type { CurrencyCode, Environment } from '../kernel/index.js';
import { parseDecimal, printRate, type Rate, rateOf } from '../money/index.js';
import type { RateBook } from '../rates/index.js';
import type { OfferedCurrency, Settlement, SettlementAsset, UmaOffer, UmaPorts } from './ports.js';

/** The layers and assets of a host. */
export interface Settlements {
  /** Those of an environment, the preferred one first. */
  of(environment: Environment): readonly Settlement[];
  /** The environments that another institution can reach, production first: real money goes before test money. */
  readonly environments: readonly Environment[];
  /** The layer of institutions that know no other; null if the environment lacks it. */
  common(environment: Environment): Settlement | null;
}

const ENVIRONMENTS: readonly Environment[] = ['PRODUCTION', 'SANDBOX'];

/**
 * `preferred` names layers; they come first, in this order. Otherwise chains come before Lightning, because on a chain a
 * payment in the token's currency is not converted twice.
 */
export function settlementsOf({ settlement, chains = [] }: UmaPorts, preferred: readonly string[] = []): Settlements {
  const common = settlement.rail.payouts === null ? [] : [settlement];
  const rank = ({ layer }: Settlement): number => {
    const place = preferred.indexOf(layer);
    return place < 0 ? preferred.length : place;
  };
  const all = [...chains, ...common].sort((a, b) => rank(a) - rank(b));
  const of = (environment: Environment) => all.filter(({ rail }) => rail.environment === environment);
  return {
    of,
    environments: ENVIRONMENTS.filter((environment) => of(environment).length > 0),
    common: (environment) => common.find(({ rail }) => rail.environment === environment) ?? null,
  };
}

/** Addresses in the names of assets may be written in either case. */
export const isSameAsset = (a: SettlementAsset, b: SettlementAsset): boolean =>
  a.layer.toLowerCase() === b.layer.toLowerCase() && a.asset.toLowerCase() === b.asset.toLowerCase();

/** One of our settlements, with the rate at which the other institution takes a currency. */
export interface Usable {
  readonly settlement: Settlement;
  readonly multiplier: Rate;
}

/** The settlements by which an offer can be paid in one of its currencies, the preferred one first. */
export function usableFor(
  settlements: Settlements,
  environment: Environment,
  offer: Pick<UmaOffer, 'settlements'>,
  { code, multiplier }: OfferedCurrency,
): readonly Usable[] {
  const common = settlements.common(environment);
  if (offer.settlements === undefined) return common === null ? [] : [{ settlement: common, multiplier }];
  const usable: Usable[] = [];
  for (const settlement of settlements.of(environment)) {
    const offered = offer.settlements.find((each) => isSameAsset(each, settlement));
    if (offered === undefined) continue;
    if (settlement === common) usable.push({ settlement, multiplier });
    else if (Object.hasOwn(offered.multipliers, code))
      usable.push({ settlement, multiplier: offered.multipliers[code]! });
  }
  return usable;
}

/**
 * Units of messages for one smallest unit of a currency, rounded to the number that other institutions receive, so that
 * both sides compute with the same rate.
 */
export function multiplierOf(
  rates: RateBook,
  environment: Environment,
  code: CurrencyCode,
  { currency, precision }: Pick<Settlement, 'currency' | 'precision'>,
) {
  const mid = rates.mid(environment, code, currency);
  if (!mid.ok) return mid;
  const exact = rateOf(mid.value.rate.num * precision, mid.value.rate.den);
  return { ok: true, value: parseDecimal(String(printRate(exact))) ?? exact } as const;
}
