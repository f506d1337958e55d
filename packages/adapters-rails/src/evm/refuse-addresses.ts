import { RailEntryError } from '@corridor/core/ports';
import type { EvmEntry } from './entry.js';
import type { Address } from './nodes.js';

/** Deposit addresses that a treasury must not be; payers get the first ones soon. */
const COMPARED_ADDRESSES = 20;

/** Money that the treasury sends to itself would be booked as moved. Only its signer knows the address of a private key. */
export function refuseTreasuryTwice({ treasury: { cold }, ownAddresses }: EvmEntry, treasury: Address): void {
  const message = 'is the address of the treasury';
  if (cold === treasury) throw new RailEntryError('treasury.cold', message);
  const index = ownAddresses.indexOf(treasury);
  if (index !== -1) throw new RailEntryError(`ownAddresses.${index}`, message);
}

/** A deposit to such an address would be counted as money of the service as well. */
export function refuseOwnDeposits(
  { treasury: { cold } }: EvmEntry,
  treasury: Address,
  addressOf: (index: number) => Address,
) {
  const first = addressOf(0);
  if (first === treasury) throw new RailEntryError('treasury', 'is the first deposit address of `deposits.mnemonic`');
  if (first === cold) throw new RailEntryError('treasury.cold', 'is the first deposit address of `deposits.mnemonic`');
}

/** `allocated`: the number of deposit addresses that payers may have. */
export async function refuseAllocated(
  { treasury: { cold } }: EvmEntry,
  treasury: Address,
  addressOf: (index: number) => Address,
  allocated: number,
): Promise<void> {
  for (let index = 0; index < Math.min(allocated, COMPARED_ADDRESSES); index += 1) {
    const address = addressOf(index);
    if (address === treasury) throw new RailEntryError('treasury', `is the deposit address with the index ${index}`);
    if (address === cold) throw new RailEntryError('treasury.cold', `is the deposit address with the index ${index}`);
  }
}
