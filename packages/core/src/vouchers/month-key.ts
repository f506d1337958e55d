import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import {
  type Environment,
  houseTenant,
  type Instant,
  newRecord,
  type Random,
  sealedPlace,
  type Sealer,
} from '../kernel/index.js';
import { monthId, VOUCHER_MONTHS, type VoucherMonth } from './voucher.js';

const KEY_BYTES = 32;

const placeOf = (id: string) => sealedPlace(VOUCHER_MONTHS, id, 'sealedKey');

/** A month with a new key, sealed with the master key, so that a rotation of that writes no file again. */
export function newMonth(
  { random, sealer }: { readonly random: Random; readonly sealer: Sealer },
  environment: Environment,
  month: string,
  now: Instant,
): VoucherMonth {
  const id = monthId(environment, month);
  return {
    sealedKey: sealer.seal(bytesToHex(random.bytes(KEY_BYTES)), placeOf(id)),
    ...{ files: 0, keyDeletedAt: null, emptiedAt: null },
    ...newRecord(id, { tenant: houseTenant(environment), now }),
  };
}

/** The key in bytes. Throws if it was sealed with another master key. */
export const openMonthKey = (sealer: Sealer, id: string, sealedKey: string): Uint8Array =>
  hexToBytes(sealer.open(sealedKey, placeOf(id)));
