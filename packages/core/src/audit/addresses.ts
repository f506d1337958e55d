import { type Customer, CUSTOMERS, type HeldAddress, heldAddressId, UMA_ADDRESSES } from '../customers/index.js';
import type { Reads } from '../kernel/index.js';
import { everyPage, unless } from '../ledger/index.js';
import { byId } from './books.js';

/**
 * Compares each UMA address with the customer to whom payments to it are credited: the customer exists, is not deleted,
 * and has exactly this address.
 */
export async function inspectAddresses(reads: Reads): Promise<readonly string[]> {
  const findings: string[] = [];
  for await (const page of everyPage(reads, UMA_ADDRESSES)) {
    const holders = await byId(
      reads,
      CUSTOMERS,
      page.map(({ customerId }) => customerId),
    );
    for (const held of page) findings.push(...isOfItsHolder(held, holders.get(held.customerId)));
  }
  return findings;
}

const isOfItsHolder = ({ id, tenant, customerId }: HeldAddress, holder: Customer | undefined): readonly string[] => {
  const holds = holder?.tenant === tenant && !holder.isDeleted && id === heldAddressId(holder);
  return unless(holds, () => `the UMA address ${id} leads to ${customerId}, who does not have it`);
};
