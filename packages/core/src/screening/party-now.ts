import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { isId, type Reads } from '../kernel/index.js';
import { BENEFICIAL_OWNERS } from '../verification/index.js';
import { accountParty, customerParty, ownerParty } from './identity.js';
import type { ScreenedParty } from './ports.js';
import type { ScreenedPartyRecord } from './screening.js';

/** The party of a record that screening does not know, such as the sender of a deposit; null if nothing waits for it. */
export type OtherParty = (reads: Reads, id: string) => Promise<ScreenedParty | null>;

/** A party as its record is now; null if the record is deleted, or its customer is. */
export async function partyNow(
  reads: Reads,
  { party, role }: Pick<ScreenedPartyRecord, 'party' | 'role'>,
  other: OtherParty,
): Promise<ScreenedParty | null> {
  if (isId('Customer', party)) {
    const customer = await reads.get(CUSTOMERS, party);
    return customer === null || customer.isDeleted ? null : customerParty(customer);
  }
  if (isId('BeneficialOwner', party)) {
    const owner = await reads.get(BENEFICIAL_OWNERS, party);
    return owner === null || owner.deletedAt !== null ? null : ownerParty(owner);
  }
  if (isId('ExternalAccount', party)) {
    const account = await reads.get(EXTERNAL_ACCOUNTS, party);
    return account === null || account.isDeleted ? null : accountParty(account, role === 'PAYER' ? 'PAYER' : 'PAYEE');
  }
  return other(reads, party);
}
