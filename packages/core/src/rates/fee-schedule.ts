import { type CurrencyCode, err, type FieldError, invalidFields, ok, type Result } from '../kernel/index.js';
import { basisPoints, type Fee, type FeeSchedule, isBasisPoints, MAX_FEE_BPS, NO_FEE } from '../money/index.js';
import type { Platform } from '../platforms/index.js';

/**
 * The service's default fees, for corridors that set none. `fixed` is in smallest units of the sending currency; a
 * currency without an entry has no fixed fee.
 */
export interface ServiceFees {
  readonly variableBps: number;
  readonly fixed: ReadonlyMap<CurrencyCode, bigint>;
}

/** Replaces the platform's configured fee on one quote. */
export interface FeeOverride {
  readonly fixed: { readonly amount: bigint; readonly currency: string };
  readonly variableBps: number;
}

/** The only currency in which platforms can charge fees. */
const FEE_CURRENCY = 'USD';

/**
 * The fees of a quote in its sending currency: the service's, and the platform's own or its override. NOT_IMPLEMENTED
 * for a platform fee in a currency other than USD; INVALID_INPUT for an invalid override.
 */
export function feeSchedule(
  platform: Platform,
  service: Fee,
  sending: CurrencyCode,
  override?: FeeOverride,
): Result<FeeSchedule> {
  const charged = override === undefined ? ok(configured(platform, sending)) : overridden(sending, override);
  if (!charged.ok) return charged;
  if ((charged.value.bps > 0 || charged.value.fixed > 0n) && sending !== FEE_CURRENCY) {
    return err('NOT_IMPLEMENTED', `platform fees are supported in ${FEE_CURRENCY} only, not in ${sending}`);
  }
  return ok({ platform: charged.value, service });
}

function configured(platform: Platform, sending: CurrencyCode): Fee {
  const config = platform.feeConfigs.find((c) => c.sourceCurrency === sending);
  return config === undefined ? NO_FEE : { bps: basisPoints(config.variableFeeBps), fixed: config.fixedFee.amount };
}

function overridden(sending: CurrencyCode, { fixed, variableBps }: FeeOverride): Result<Fee> {
  const errors: FieldError[] = [];
  if (!isBasisPoints(variableBps)) {
    errors.push({
      field: 'platformFeeOverride.platformVariableFeeBps',
      message: `must be a whole number from 0 to ${MAX_FEE_BPS}`,
    });
  }
  if (fixed.currency !== sending) {
    errors.push({
      field: 'platformFeeOverride.platformFixedFee.currency',
      message: `must be the sending currency, ${sending}`,
    });
  }
  return errors.length > 0 ? invalidFields(errors) : ok({ bps: basisPoints(variableBps), fixed: fixed.amount });
}
