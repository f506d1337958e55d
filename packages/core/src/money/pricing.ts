import { Bug, err, ok, type Result } from '../kernel/index.js';
import { BPS_PER_ONE, checkFees, type FeeSchedule, variableFee } from './fees.js';
import { MAX_COMPUTED } from './money.js';
import { mulDiv, type Rate } from './rate.js';

/** The amounts of one payment, in smallest units; all but `receiving` are of the sending currency. */
export interface Pricing {
  /** The whole debit: `totalSendingAmount`. Equals `converted + feesIncluded`. */
  readonly sending: bigint;
  /** What the variable fees are taken of: the debit less both fixed fees. */
  readonly net: bigint;
  readonly platformFixed: bigint;
  readonly platformVariable: bigint;
  readonly serviceFixed: bigint;
  readonly serviceVariable: bigint;
  /** Fixed and variable part together: `platformFeesIncluded`. */
  readonly platformFee: bigint;
  readonly serviceFee: bigint;
  /** Both fees together: `feesIncluded`. */
  readonly feesIncluded: bigint;
  /** What the rate is applied to. */
  readonly converted: bigint;
  /** What arrives: `totalReceivingAmount`. */
  readonly receiving: bigint;
}

const outOfRange = (message: string) => err('AMOUNT_OUT_OF_RANGE', message);
const inRange = (amount: bigint): boolean => amount > 0n && amount <= MAX_COMPUTED;

/**
 * Prices a payment whose debit is locked: fixed fees first, variable fees on what remains, each rounded half up on
 * its own; what is left is converted and rounded down.
 * INVALID_INPUT: see `checkFees`. AMOUNT_OUT_OF_RANGE: fees eat the amount, nothing arrives, or above 2^53 − 1.
 */
export function priceFixedSending(sending: bigint, rate: Rate, fees: FeeSchedule): Result<Pricing> {
  const checked = checkFees(fees);
  if (!checked.ok) return checked;
  if (!inRange(sending)) return outOfRange('The sending amount is out of range');
  const net = sending - fees.platform.fixed - fees.service.fixed;
  if (net <= 0n) return outOfRange('The amount does not cover the fixed fees');
  const debit = debitOf(net, fees);
  const receiving = mulDiv(debit.converted, rate.num, rate.den, 'floor');
  if (!inRange(receiving)) return outOfRange('The receiving amount is out of range');
  return ok({ ...debit, receiving });
}

/**
 * Prices a payment whose arriving amount is locked: the smallest debit whose computation gives at least `receiving`.
 * Exactly `receiving` arrives; what the computation gives above it stays in the FX position.
 * Errors as in `priceFixedSending`.
 */
export function priceFixedReceiving(receiving: bigint, rate: Rate, fees: FeeSchedule): Result<Pricing> {
  const checked = checkFees(fees);
  if (!checked.ok) return checked;
  if (!inRange(receiving)) return outOfRange('The receiving amount is out of range');
  const converted = mulDiv(receiving, rate.den, rate.num, 'ceil');
  // Before the search, so that its numbers stay small; no fee makes a debit smaller than what it converts.
  if (converted > MAX_COMPUTED) return outOfRange('The sending amount is out of range');
  const debit = debitOf(smallestNet(converted, fees).net, fees);
  if (debit.converted < converted) throw new Bug(`priced ${converted} to convert, got ${debit.converted}`);
  if (!inRange(debit.sending)) return outOfRange('The sending amount is out of range');
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
 * The smallest net amount of which, less its variable fees, at least `wanted` remains, and the steps it took.
 *
 * What remains is not monotone in net, because each fee is rounded on its own, so a binary search may miss the
 * smallest. With p and s the two fees in basis points, one = 10⁴ and kept = one − p − s, half-up rounding is
 *   round(net·p / one) = (net·p + one/2 − platformRest) / one,   platformRest = (net·p + one/2) mod one,
 * and the same for s. So `one × what remains = net·kept − one + platformRest + serviceRest`, and net will do
 * exactly when
 *   platformRest + serviceRest ≥ missing,   missing = one·(wanted + 1) − net·kept.
 * Both rests are at most one − 1, so no net below `start = ⌈(one·(wanted − 1) + 2) / kept⌉` will do (this is the
 * ⌈(b − 1) / (1 − t)⌉ of the behaviour document, made exact); and once `missing ≤ 0` every net does, which is
 * ⌈(2·one − 2) / kept⌉ steps further at most: 3 steps for fees up to 33 %, 19,998 at 99.99 %, whatever the amount
 * and the rate. A step adds three numbers below 3·10⁴: they are parts of a unit, not money.
 */
export function smallestNet(wanted: bigint, fees: FeeSchedule): { readonly net: bigint; readonly steps: number } {
  const { platform, service } = fees;
  const kept = BPS_PER_ONE - platform.bps - service.bps;
  const one = BigInt(BPS_PER_ONE);
  const start = mulDiv(one * (wanted - 1n) + 2n, 1n, BigInt(kept), 'ceil');
  const restOf = (bps: number): number => Number((start * BigInt(bps) + one / 2n) % one);

  let missing = Number(one * (wanted + 1n) - start * BigInt(kept));
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
