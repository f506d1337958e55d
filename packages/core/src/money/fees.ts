import { Bug, err, ok, type Result } from '../kernel/index.js';
import { mulDiv } from './rate.js';

/** Hundredths of a percent: a non-negative integer. */
export type BasisPoints = number & { readonly __brand: 'BasisPoints' };

/** 100 % in basis points. */
export const BPS_PER_ONE = 10_000;

/** The largest variable fee: a part of the amount must remain. */
export const MAX_FEE_BPS = BPS_PER_ONE - 1;

export const isBasisPoints = (value: number): value is BasisPoints => Number.isSafeInteger(value) && value >= 0;

/** Converts a validated value; an invalid one is a bug. */
export function basisPoints(value: number): BasisPoints {
  if (!isBasisPoints(value)) throw new Bug(`not basis points: ${value}`);
  return value;
}

/** The fee of one party: a part of the amount, and a fixed amount in smallest units of the sending currency. */
export interface Fee {
  readonly bps: BasisPoints;
  readonly fixed: bigint;
}

/** The fees of one payment, both in the sending currency (docs/areas/money.md#fees). */
export interface FeeSchedule {
  readonly platform: Fee;
  readonly service: Fee;
}

export const NO_FEE: Fee = { bps: basisPoints(0), fixed: 0n };

/** INVALID_INPUT if the variable fees sum to the whole amount or more, or if a fixed fee is negative. */
export function checkFees({ platform, service }: FeeSchedule): Result<void> {
  if (platform.bps + service.bps >= BPS_PER_ONE) {
    return err('INVALID_INPUT', `the variable fees must sum to less than ${BPS_PER_ONE} basis points`);
  }
  if (platform.fixed < 0n || service.fixed < 0n) return err('INVALID_INPUT', 'a fixed fee must not be negative');
  return ok();
}

/** The variable part of one fee, rounded half up independently of the other fee. */
export const variableFee = (net: bigint, fee: Fee): bigint =>
  mulDiv(net, BigInt(fee.bps), BigInt(BPS_PER_ONE), 'half-up');
