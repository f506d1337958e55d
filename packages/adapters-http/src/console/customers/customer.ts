import { err, type Id, ok, type Result } from '@corridor/core';
import type { Customer } from '@corridor/core/records';
import { idOf } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';

export type OfCustomer = TenantVisit<{ readonly id: Id<'Customer'> }>;

export const customerParams = { id: idOf('Customer') };

export const pathOfCustomer = ({ place }: TenantVisit, id: string): string => `${place.base}/customers/${id}`;

/** The customer of the page, also a deleted one. 404 REFERENCE_NOT_FOUND. */
export async function customerOf({ core, place, params: { id } }: OfCustomer): Promise<Result<Customer>> {
  const customer = await core.operators.reads.customer(place.tenant, id);
  return customer === null ? err('REFERENCE_NOT_FOUND', 'This platform has no customer with this id') : ok(customer);
}

/** The value of a read that cannot fail after the customer was found. */
export async function read<T>(reading: Promise<Result<T>>): Promise<T> {
  const result = await reading;
  if (!result.ok) throw new Error(`a read for the page of a customer failed: ${result.error.message}`);
  return result.value;
}
