import { Bug, err, ok, type Result } from '../kernel/index.js';
import { mulDiv } from './rate.js';

/** Hundredths of a percent; a whole number, not negative. */
export type BasisPoints = number & { readonly __brand: 'BasisPoints' };

/** One in basis points: the whole of an amount. */
export const BPS_PER_ONE = 10_000;

/** The greatest variable fee: something of the amount has to be left. */
export const MAX_FEE_BPS = BPS_PER_ONE - 1;

export const isBasisPoints = (value: number): value is BasisPoints => Number.isSafeInteger(value) && value >= 0;

/** For values that have been validated; anything else is a bug. */
export function basisPoints(value: number): BasisPoints {
  if (!isBasisPoints(value)) throw new Bug(`not basis points: ${value}`);
  return value;
}

/** What one party charges: a part of the amount, and a fixed amount in smallest units of the sending currency. */
export interface Fee {
  readonly bps: BasisPoints;
  readonly fixed: bigint;
}

/** The fees of one payment, both in the sending currency (behaviour, "Money, rates, fees"). */
export interface FeeSchedule {
  readonly platform: Fee;
  readonly service: Fee;
}

export const NO_FEE: Fee = { bps: basisPoints(0), fixed: 0n };

/** INVALID_INPUT where the variable fees reach the whole amount, or a fixed fee is negative. */
export function checkFees({ platform, service }: FeeSchedule): Result<void> {
  if (platform.bps + service.bps >= BPS_PER_ONE) {
    return err('INVALID_INPUT', `The variable fees must stay below ${BPS_PER_ONE} basis points together`);
  }
  if (platform.fixed < 0n || service.fixed < 0n) return err('INVALID_INPUT', 'A fixed fee must not be negative');
  return ok();
}

/** The variable part of a fee, rounded half up on its own. */
export const variableFee = (net: bigint, fee: Fee): bigint =>
  mulDiv(net, BigInt(fee.bps), BigInt(BPS_PER_ONE), 'half-up');
