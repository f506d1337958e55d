import { type CurrencyCode, err, type FieldError, invalidFields, ok, type Result } from '../kernel/index.js';
import { basisPoints, type Fee, type FeeSchedule, isBasisPoints, NO_FEE } from '../money/index.js';
import type { Platform } from '../platforms/index.js';

/**
 * The service's own fees where a corridor sets none; the fixed part in smallest units of the sending currency, none
 * where none is named.
 */
export interface ServiceFees {
  readonly variableBps: number;
  readonly fixed: ReadonlyMap<CurrencyCode, bigint>;
}

/** Replaces the platform's configured fee on one quote (contract: PlatformFeeOverride). */
export interface FeeOverride {
  readonly fixed: { readonly amount: bigint; readonly currency: string };
  readonly variableBps: number;
}

/** The currency in which platforms can charge fees today; others are 501 (behaviour, "Platforms"). */
const FEE_CURRENCY = 'USD';

/** The fees of a quote in its sending currency: the service's, and the platform's own or its override. */
export function feeSchedule(
  platform: Platform,
  service: Fee,
  sending: CurrencyCode,
  override?: FeeOverride,
): Result<FeeSchedule> {
  const charged = override === undefined ? ok(configured(platform, sending)) : overridden(sending, override);
  if (!charged.ok) return charged;
  if ((charged.value.bps > 0 || charged.value.fixed > 0n) && sending !== FEE_CURRENCY) {
    return err('NOT_IMPLEMENTED', `platform fees are charged in ${FEE_CURRENCY} only`);
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
    errors.push({ field: 'platformFeeOverride.platformVariableFeeBps', message: 'not basis points' });
  }
  if (fixed.currency !== sending) {
    errors.push({
      field: 'platformFeeOverride.platformFixedFee.currency',
      message: `must be the sending currency, ${sending}`,
    });
  }
  return errors.length > 0 ? invalidFields(errors) : ok({ bps: basisPoints(variableBps), fixed: fixed.amount });
}
