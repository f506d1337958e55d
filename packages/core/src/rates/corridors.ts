import type { PaymentRail } from '../accounts/index.js';
import { type Context, type CurrencyCode, err, type Id, ok, type Reads, type Result } from '../kernel/index.js';
import { amountText, type BasisPoints, basisPoints, type Fee, MAX_AMOUNT, MAX_FEE_BPS } from '../money/index.js';
import type { ServiceFees } from './fee-schedule.js';

/**
 * Settings of the operator for payments from one currency to another, by one payment rail or by any. An absent member
 * is taken from the setting of the corridor without a payment rail, then from the host's settings. Amounts are in
 * smallest units of the source currency. A corridor between equal currencies applies to transfers, which have no fees
 * and no quotes.
 */
export interface CorridorSetting {
  readonly source: CurrencyCode;
  readonly destination: CurrencyCode;
  /** The delivering payment rail. Absent for any rail, and for destinations in this ledger. */
  readonly rail?: PaymentRail | undefined;
  readonly variableFeeBps?: number | undefined;
  readonly fixedFee?: bigint | undefined;
  /** How much worse than the mid-rate the rate of the customer is, in basis points from 0 to 9,999. */
  readonly spreadBps?: number | undefined;
  readonly minAmount?: bigint | undefined;
  readonly maxAmount?: bigint | undefined;
  /** The maximum for one transaction. */
  readonly transactionCap?: bigint | undefined;
  /** The maximum for one platform on one day (UTC). */
  readonly dailyVolume?: bigint | undefined;
  readonly quoteSeconds?: number | undefined;
  /** Whether payments go only to external accounts whose ownership is verified. */
  readonly ownershipVerification?: boolean | undefined;
}

/** A daily volume, and the name of the corridor that sets it, under which payments are counted. */
export interface DailyVolumeLimit {
  readonly corridor: string;
  readonly amount: bigint;
}

/** The terms of one payment. */
export interface CorridorTerms {
  readonly serviceFee: Fee;
  /** Less than 10,000. */
  readonly spread: BasisPoints;
  readonly minAmount: bigint;
  readonly maxAmount: bigint;
  readonly transactionCap: bigint | null;
  readonly dailyVolume: DailyVolumeLimit | null;
  readonly quoteSeconds: number;
  readonly ownershipVerification: boolean;
  /** The records that these terms are read from: the general terms first, those of the payment rail last. */
  readonly termsIds: readonly Id<'Terms'>[];
}

export interface Corridors {
  /** `rail` is the delivering payment rail; null if there is none. */
  terms(source: CurrencyCode, destination: CurrencyCode, rail: PaymentRail | null): CorridorTerms;
}

/**
 * The corridors in force at the host's time of the context, in its environment. 503 SERVICE_UNAVAILABLE if no terms are
 * stored yet.
 */
export type CorridorsInForce = (reads: Reads, ctx: Context) => Promise<Result<Corridors>>;

export interface CorridorDefaults {
  readonly serviceFees: ServiceFees;
  readonly quoteSeconds: number;
}

type Named = Pick<CorridorSetting, 'source' | 'destination' | 'rail'>;

/** `USD/MXN`, `USD/MXN/SPEI`. */
export const corridorName = ({ source, destination, rail }: Named): string =>
  rail === undefined ? `${source}/${destination}` : `${source}/${destination}/${rail}`;

/** The scope of the terms that apply to every corridor which sets no other. */
export const GENERAL = 'GENERAL';

/**
 * `idsOf` are the ids of the stored terms by their scope: `GENERAL`, or the name of a corridor. Throws if a corridor is
 * configured twice, or has a spread that leaves no rate.
 */
export function createCorridors(
  settings: readonly CorridorSetting[],
  defaults: CorridorDefaults,
  idsOf: ReadonlyMap<string, Id<'Terms'>> = new Map(),
): Corridors {
  const byName = new Map<string, CorridorSetting>();
  for (const setting of settings) {
    const name = corridorName(setting);
    if (byName.has(name)) throw new Error(`the corridor ${name} is configured twice`);
    if (basisPoints(setting.spreadBps ?? 0) > MAX_FEE_BPS)
      throw new Error(`the spread of the corridor ${name} leaves no rate`);
    byName.set(name, setting);
  }
  return {
    terms(source, destination, rail) {
      const scopes = [corridorName({ source, destination })];
      if (rail !== null) scopes.push(corridorName({ source, destination, rail }));
      const [any, own] = scopes.map((scope) => byName.get(scope));
      const ids = [GENERAL, ...scopes].flatMap((scope) => idsOf.get(scope) ?? []);
      return termsOf({ ...any, ...defined(own) }, dailyVolumeOf(own) ?? dailyVolumeOf(any), source, defaults, ids);
    },
  };
}

/** Drops members that are undefined, so that they do not override those of the corridor without a rail. */
const defined = (setting: CorridorSetting | undefined): Partial<CorridorSetting> =>
  Object.fromEntries(Object.entries(setting ?? {}).filter(([, value]) => value !== undefined));

const dailyVolumeOf = (setting: CorridorSetting | undefined): DailyVolumeLimit | null =>
  setting?.dailyVolume === undefined ? null : { corridor: corridorName(setting), amount: setting.dailyVolume };

const termsOf = (
  set: Partial<CorridorSetting>,
  dailyVolume: DailyVolumeLimit | null,
  source: CurrencyCode,
  { serviceFees, quoteSeconds }: CorridorDefaults,
  termsIds: readonly Id<'Terms'>[],
): CorridorTerms => ({
  serviceFee: {
    bps: basisPoints(set.variableFeeBps ?? serviceFees.variableBps),
    fixed: set.fixedFee ?? serviceFees.fixed.get(source) ?? 0n,
  },
  spread: basisPoints(set.spreadBps ?? 0),
  minAmount: set.minAmount ?? 0n,
  maxAmount: set.maxAmount ?? MAX_AMOUNT,
  transactionCap: set.transactionCap ?? null,
  dailyVolume,
  quoteSeconds: set.quoteSeconds ?? quoteSeconds,
  ownershipVerification: set.ownershipVerification ?? false,
  termsIds,
});

/**
 * Checks an amount against these terms. AMOUNT_OUT_OF_RANGE outside the corridor's range;
 * TRANSACTION_SIZE_LIMIT_EXCEEDED above the maximum for one transaction.
 */
export function checkSendingAmount(terms: CorridorTerms, currency: CurrencyCode, sending: bigint): Result<void> {
  const { minAmount, maxAmount, transactionCap } = terms;
  if (sending < minAmount || sending > maxAmount) {
    const range = `from ${amountText(minAmount, currency)} to ${amountText(maxAmount, currency)}`;
    return err('AMOUNT_OUT_OF_RANGE', `the sending amount must be ${range} in this corridor`);
  }
  if (transactionCap !== null && sending > transactionCap) {
    return err(
      'TRANSACTION_SIZE_LIMIT_EXCEEDED',
      `the sending amount of one transaction must be at most ${transactionCap} in this corridor`,
    );
  }
  return ok();
}
