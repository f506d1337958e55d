import type { PaymentRail } from '../accounts/index.js';
import { type CurrencyCode, err, ok, type Result } from '../kernel/index.js';
import { basisPoints, type Fee, MAX_AMOUNT } from '../money/index.js';
import type { ServiceFees } from './fee-schedule.js';

/**
 * What an operator sets for payments from one currency to another, by one payment rail or by any. What is left out is
 * taken from the corridor without a rail, then from the host's own settings. Amounts are smallest units of the source
 * currency. Between equal currencies the corridor is that of transfers, which have no fees and no quotes.
 */
export interface CorridorSetting {
  readonly source: CurrencyCode;
  readonly destination: CurrencyCode;
  /** The payment rail that delivers; absent: any, and destinations in this ledger. */
  readonly rail?: PaymentRail | undefined;
  readonly variableFeeBps?: number | undefined;
  readonly fixedFee?: bigint | undefined;
  readonly minAmount?: bigint | undefined;
  readonly maxAmount?: bigint | undefined;
  /** The most that one transaction may send. */
  readonly transactionCap?: bigint | undefined;
  /** The most that one platform may send in one day (UTC). */
  readonly dailyVolume?: bigint | undefined;
  readonly quoteSeconds?: number | undefined;
  /** Only to accounts outside whose ownership has been verified. */
  readonly ownershipVerification?: boolean | undefined;
}

/** A daily volume and the corridor that it belongs to, which is the name under which it is used up. */
export interface DailyVolumeLimit {
  readonly corridor: string;
  readonly amount: bigint;
}

/** What holds for one payment. */
export interface CorridorTerms {
  readonly serviceFee: Fee;
  readonly minAmount: bigint;
  readonly maxAmount: bigint;
  readonly transactionCap: bigint | null;
  readonly dailyVolume: DailyVolumeLimit | null;
  readonly quoteSeconds: number;
  readonly ownershipVerification: boolean;
}

export interface Corridors {
  /** `rail`: the payment rail that delivers; null where there is none. */
  terms(source: CurrencyCode, destination: CurrencyCode, rail: PaymentRail | null): CorridorTerms;
}

export interface CorridorDefaults {
  readonly serviceFees: ServiceFees;
  readonly quoteSeconds: number;
}

type Named = Pick<CorridorSetting, 'source' | 'destination' | 'rail'>;

/** `USD/MXN`, `USD/MXN/SPEI`. */
export const corridorName = ({ source, destination, rail }: Named): string =>
  rail === undefined ? `${source}/${destination}` : `${source}/${destination}/${rail}`;

/** Throws for a corridor that is set twice. */
export function createCorridors(settings: readonly CorridorSetting[], defaults: CorridorDefaults): Corridors {
  const byName = new Map<string, CorridorSetting>();
  for (const setting of settings) {
    const name = corridorName(setting);
    if (byName.has(name)) throw new Error(`the corridor ${name} is set twice`);
    byName.set(name, setting);
  }
  return {
    terms(source, destination, rail) {
      const any = byName.get(corridorName({ source, destination }));
      const own = rail === null ? undefined : byName.get(corridorName({ source, destination, rail }));
      return termsOf({ ...any, ...defined(own) }, dailyVolumeOf(own) ?? dailyVolumeOf(any), source, defaults);
    },
  };
}

/** A member that is there and undefined says nothing. */
const defined = (setting: CorridorSetting | undefined): Partial<CorridorSetting> =>
  Object.fromEntries(Object.entries(setting ?? {}).filter(([, value]) => value !== undefined));

const dailyVolumeOf = (setting: CorridorSetting | undefined): DailyVolumeLimit | null =>
  setting?.dailyVolume === undefined ? null : { corridor: corridorName(setting), amount: setting.dailyVolume };

const termsOf = (
  set: Partial<CorridorSetting>,
  dailyVolume: DailyVolumeLimit | null,
  source: CurrencyCode,
  { serviceFees, quoteSeconds }: CorridorDefaults,
): CorridorTerms => ({
  serviceFee: {
    bps: basisPoints(set.variableFeeBps ?? serviceFees.variableBps),
    fixed: set.fixedFee ?? serviceFees.fixed.get(source) ?? 0n,
  },
  minAmount: set.minAmount ?? 0n,
  maxAmount: set.maxAmount ?? MAX_AMOUNT,
  transactionCap: set.transactionCap ?? null,
  dailyVolume,
  quoteSeconds: set.quoteSeconds ?? quoteSeconds,
  ownershipVerification: set.ownershipVerification ?? false,
});

/**
 * Whether an amount can be sent under these terms (behaviour, "Money, rates, fees"): AMOUNT_OUT_OF_RANGE outside the
 * corridor's range, TRANSACTION_SIZE_LIMIT_EXCEEDED above what one transaction may send.
 */
export function checkSendingAmount(terms: CorridorTerms, sending: bigint): Result<void> {
  const { minAmount, maxAmount, transactionCap } = terms;
  if (sending < minAmount || sending > maxAmount) {
    return err('AMOUNT_OUT_OF_RANGE', `the corridor takes ${minAmount} to ${maxAmount}`);
  }
  if (transactionCap !== null && sending > transactionCap) {
    return err('TRANSACTION_SIZE_LIMIT_EXCEEDED', `the corridor takes at most ${transactionCap} at once`);
  }
  return ok();
}
