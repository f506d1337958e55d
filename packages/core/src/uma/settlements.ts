import { type CurrencyCode, type Environment, err, ok, type Result } from '../kernel/index.js';
import { parseDecimal, printRate, type Rate, rateOf } from '../money/index.js';
import type { RateBook } from '../rates/index.js';
import type { OfferedCurrency, OfferedSettlement, Settlement, SettlementAsset, UmaOffer, UmaPorts } from './ports.js';

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

export interface ReceivingPorts {
  readonly settlements: Settlements;
  readonly rates: RateBook;
}

/** How a receiver can be paid, Lightning first; null if only over Lightning, which offers need not name. */
export function offeredSettlements(
  ports: ReceivingPorts,
  environment: Environment,
  currencies: readonly OfferedCurrency[],
): readonly OfferedSettlement[] | null {
  const { settlements } = ports;
  const common = settlements.common(environment);
  const others = settlements.of(environment).filter((settlement) => settlement !== common);
  if (others.length === 0) return null;
  const ways = [...(common === null ? [] : [common]), ...others].map((settlement) => {
    const multipliers: [string, Rate][] = [];
    for (const currency of currencies) {
      const rate = receivingRate(ports, environment, currency, settlement);
      if (rate.ok) multipliers.push([currency.code, rate.value]);
    }
    return { layer: settlement.layer, asset: settlement.asset, multipliers: Object.fromEntries(multipliers) };
  });
  return ways.filter(({ multipliers }) => Object.keys(multipliers).length > 0);
}

/** The rate at which a receiver takes a currency over a settlement. */
export const receivingRate = (
  { settlements, rates }: ReceivingPorts,
  environment: Environment,
  currency: OfferedCurrency,
  settlement: Settlement,
): Result<Rate> =>
  settlement === settlements.common(environment)
    ? ok(currency.multiplier)
    : multiplierOf(rates, environment, currency.code as CurrencyCode, settlement);

/** By what the payer's institution chose to pay. */
export function chosenSettlement(
  settlements: Settlements,
  environment: Environment,
  wanted: SettlementAsset | null,
): Result<Settlement> {
  const settlement =
    wanted === null
      ? settlements.common(environment)
      : (settlements.of(environment).find((each) => isSameAsset(each, wanted)) ?? null);
  return settlement === null ? err('INVALID_INPUT', 'settlement is none of the offered options') : ok(settlement);
}
