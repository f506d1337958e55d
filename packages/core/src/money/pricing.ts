import { Bug, err, ok, type Result } from '../kernel/index.js';
import { BPS_PER_ONE, checkFees, type FeeSchedule, variableFee } from './fees.js';
import { MAX_COMPUTED } from './money.js';
import { mulDiv, type Rate } from './rate.js';

/** The amounts of one payment in smallest units; all but `receiving` are in the sending currency. */
export interface Pricing {
  /** The whole debit: `totalSendingAmount`. Equals `converted + feesIncluded`. */
  readonly sending: bigint;
  /** The base of the variable fees: the debit less both fixed fees. */
  readonly net: bigint;
  readonly platformFixed: bigint;
  readonly platformVariable: bigint;
  readonly serviceFixed: bigint;
  readonly serviceVariable: bigint;
  /** Fixed and variable part together: `platformFeesIncluded`. */
  readonly platformFee: bigint;
  readonly serviceFee: bigint;
  /** The sum of the fees of the platform and of the service (`feesIncluded`). */
  readonly feesIncluded: bigint;
  /** The amount that the rate is applied to. */
  readonly converted: bigint;
  /** The amount that arrives: `totalReceivingAmount`. */
  readonly receiving: bigint;
}

const outOfRange = (message: string) => err('AMOUNT_OUT_OF_RANGE', message);
const RANGE = `must be from 1 to ${MAX_COMPUTED} smallest units`;
const SENDING = `the sending amount ${RANGE}`;
const RECEIVING = `the receiving amount ${RANGE}`;
const inRange = (amount: bigint): boolean => amount > 0n && amount <= MAX_COMPUTED;

/**
 * Prices a payment whose debit is locked. Fixed fees are taken first, then each variable fee on the remainder, rounded
 * half up on its own. The rest is converted and rounded down.
 * INVALID_INPUT: see `checkFees`. AMOUNT_OUT_OF_RANGE: the fees use up the amount, nothing arrives, or an amount is
 * above 2^53 − 1.
 */
export function priceFixedSending(sending: bigint, rate: Rate, fees: FeeSchedule): Result<Pricing> {
  const checked = checkFees(fees);
  if (!checked.ok) return checked;
  if (!inRange(sending)) return outOfRange(SENDING);
  const net = sending - fees.platform.fixed - fees.service.fixed;
  if (net <= 0n) return outOfRange('the sending amount must exceed the fixed fees');
  const debit = debitOf(net, fees);
  const receiving = mulDiv(debit.converted, rate.num, rate.den, 'floor');
  if (!inRange(receiving)) return outOfRange(RECEIVING);
  return ok({ ...debit, receiving });
}

/**
 * Prices a payment whose receiving amount is locked: the smallest debit whose computation yields at least `receiving`.
 * Exactly `receiving` arrives; any excess of the computation stays in the FX position.
 * Errors as in `priceFixedSending`.
 */
export function priceFixedReceiving(receiving: bigint, rate: Rate, fees: FeeSchedule): Result<Pricing> {
  const checked = checkFees(fees);
  if (!checked.ok) return checked;
  if (!inRange(receiving)) return outOfRange(RECEIVING);
  const converted = mulDiv(receiving, rate.den, rate.num, 'ceil');
  // Checked before the search, to keep its numbers small. Fees never make the debit smaller than the converted amount.
  if (converted > MAX_COMPUTED) return outOfRange(SENDING);
  const debit = debitOf(smallestNet(converted, fees).net, fees);
  if (debit.converted < converted) throw new Bug(`priced ${converted} to convert, got ${debit.converted}`);
  if (!inRange(debit.sending)) return outOfRange(SENDING);
  return ok({ ...debit, receiving });
}

function debitOf(net: bigint, { platform, service }: FeeSchedule): Omit<Pricing, 'receiving'> {
  const platformVariable = variableFee(net, platform);
  const serviceVariable = variableFee(net, service);
  const platformFee = platform.fixed + platformVariable;
  const serviceFee = service.fixed + serviceVariable;
  return {
    sending: net + platform.fixed + service.fixed,
    net,
    platformFixed: platform.fixed,
    platformVariable,
    serviceFixed: service.fixed,
    serviceVariable,
    platformFee,
    serviceFee,
    feesIncluded: platformFee + serviceFee,
    converted: net - platformVariable - serviceVariable,
  };
}

/**
 * The smallest net amount that leaves at least `wanted` after its variable fees, and the steps that the search took.
 *
 * The remainder is not monotone in net, because each fee is rounded on its own, so a binary search may miss the
 * smallest. With p and s the two fees in basis points, one = 10⁴ and kept = one − p − s, half-up rounding is
 *   round(net·p / one) = (net·p + one/2 − platformRest) / one,   platformRest = (net·p + one/2) mod one,
 * and the same for s. So `one × remainder = net·kept − one + platformRest + serviceRest`, and net is sufficient
 * if and only if
 *   platformRest + serviceRest ≥ missing,   missing = one·(wanted + 1) − net·kept.
 * Both rests are at most one − 1, so no net below `start = ⌈(one·(wanted − 1) + 2) / kept⌉` is sufficient. Once
 * `missing ≤ 0`, every net is sufficient, at most ⌈(2·one − 2) / kept⌉ steps later: 3 steps for fees up to 33 %,
 * 19,998 at 99.99 %, at any amount and rate. A step adds three numbers below 3·10⁴: they are parts of a unit, not
 * money.
 */
export function smallestNet(wanted: bigint, fees: FeeSchedule): { readonly net: bigint; readonly steps: number } {
  const { platform, service } = fees;
  const kept = BPS_PER_ONE - platform.bps - service.bps;
  const whole = BigInt(BPS_PER_ONE);
  const start = mulDiv(whole * (wanted - 1n) + 2n, 1n, BigInt(kept), 'ceil');
  const restOf = (bps: number): number => Number((start * BigInt(bps) + whole / 2n) % whole);

  let missing = Number(whole * (wanted + 1n) - start * BigInt(kept));
  let platformRest = restOf(platform.bps);
  let serviceRest = restOf(service.bps);
  let steps = 0;
  while (platformRest + serviceRest < missing) {
    missing -= kept;
    platformRest = (platformRest + platform.bps) % BPS_PER_ONE;
    serviceRest = (serviceRest + service.bps) % BPS_PER_ONE;
    steps += 1;
  }
  return { net: start + BigInt(steps), steps };
}
