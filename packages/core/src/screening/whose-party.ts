import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { type Id, isId, type Reads } from '../kernel/index.js';
import { BENEFICIAL_OWNERS } from '../verification/index.js';

/** The customer whose record a party is; null for a record of the platform. */
export async function whoseParty(reads: Reads, party: string): Promise<Id<'Customer'> | null> {
  if (isId('Customer', party)) return party;
  if (isId('BeneficialOwner', party)) return (await reads.get(BENEFICIAL_OWNERS, party))?.customerId ?? null;
  return isId('ExternalAccount', party) ? ((await reads.get(EXTERNAL_ACCOUNTS, party))?.customerId ?? null) : null;
}
