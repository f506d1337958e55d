import { type Customer, findCustomer } from '../customers/index.js';
import { type Id, isId, err, ok, readAll, type Reads, type Result } from '../kernel/index.js';
import { BENEFICIAL_OWNERS, type BeneficialOwner } from './beneficial-owner.js';
import { type Document, DOCUMENTS } from './document.js';

/** The owners and documents of a customer, oldest first. */
export interface Holdings {
  readonly owners: readonly BeneficialOwner[];
  /** The documents of the customer and of its owners. */
  readonly documents: readonly Document[];
}

export async function holdingsOf(reads: Reads, customerId: Id<'Customer'>): Promise<Holdings> {
  return {
    owners: await readAll(reads, BENEFICIAL_OWNERS, { customerId }),
    documents: await readAll(reads, DOCUMENTS, { customerId }),
  };
}

/**
 * The customer that a holder of documents is or belongs to. USER_NOT_FOUND for a customer, REFERENCE_NOT_FOUND for an
 * owner.
 */
export async function findHolder(reads: Reads, id: string): Promise<Result<Customer>> {
  if (isId('Customer', id)) return findCustomer(reads, id);
  const owner = await reads.get(BENEFICIAL_OWNERS, id);
  if (owner === null)
    return err('REFERENCE_NOT_FOUND', 'the beneficial owner does not exist, or its business was deleted');
  const business = await findCustomer(reads, owner.customerId);
  return business.ok
    ? ok(business.value)
    : err('REFERENCE_NOT_FOUND', 'the beneficial owner does not exist, or its business was deleted');
}
