import { type Customer, findCustomer } from '../customers/index.js';
import { type Id, isId, err, ok, readAll, type Reads, type Result } from '../kernel/index.js';
import { BENEFICIAL_OWNERS, type BeneficialOwner } from './beneficial-owner.js';
import { type Document, DOCUMENTS } from './document.js';

/** The owners and documents of a customer, oldest first, without deleted ones. */
export interface Holdings {
  readonly owners: readonly BeneficialOwner[];
  /** The documents of the customer and of its owners. */
  readonly documents: readonly Document[];
}

export async function holdingsOf(reads: Reads, customerId: Id<'Customer'>): Promise<Holdings> {
  return {
    owners: await readAll(reads, BENEFICIAL_OWNERS, { customerId, deletedAt: null }),
    documents: await readAll(reads, DOCUMENTS, { customerId, deletedAt: null }),
  };
}

export interface OwnerWithBusiness {
  readonly owner: BeneficialOwner;
  readonly business: Customer;
}

/** An owner that is not deleted. REFERENCE_NOT_FOUND, also if the owner or its business is deleted. */
export async function findOwner(reads: Reads, id: string): Promise<Result<OwnerWithBusiness>> {
  const owner = isId('BeneficialOwner', id) ? await reads.get(BENEFICIAL_OWNERS, id) : null;
  if (owner === null || owner.deletedAt !== null) return NO_OWNER;
  const business = await findCustomer(reads, owner.customerId);
  return business.ok ? ok({ owner, business: business.value }) : NO_OWNER;
}

const NO_OWNER = err('REFERENCE_NOT_FOUND', 'the beneficial owner does not exist, or it or its business was deleted');

/** Who holds documents: a customer, or an owner of it. */
export interface Holder {
  readonly customer: Customer;
  /** Null if the customer itself holds the documents. */
  readonly owner: BeneficialOwner | null;
}

/** USER_NOT_FOUND for a customer, REFERENCE_NOT_FOUND for an owner. */
export async function findHolder(reads: Reads, id: string): Promise<Result<Holder>> {
  if (isId('Customer', id)) {
    const customer = await findCustomer(reads, id);
    return customer.ok ? ok({ customer: customer.value, owner: null }) : customer;
  }
  const found = await findOwner(reads, id);
  return found.ok ? ok({ customer: found.value.business, owner: found.value.owner }) : found;
}
