import {
  type Context,
  type CurrencyCode,
  type Cursors,
  err,
  type Instant,
  isId,
  ok,
  type Page,
  type PageRequest,
  type Query,
  readMatching,
  readPage,
  type Reads,
  type Result,
  type Sealer,
  update,
  type UseCase,
} from '../kernel/index.js';
import { type Customer, CUSTOMERS, type CustomerType, nameOf } from './customer.js';
import { mustNotBeBlocked } from './readiness.js';
import { releaseAddress } from './held-address.js';
import type { KycStatus } from './customer-states.js';
import { withTaxId } from './customer-numbers.js';
import type { CustomerAccounts, OpenPaymentsOf } from './ports.js';

export interface CustomerFilter {
  readonly platformCustomerId?: string | undefined;
  readonly customerType?: CustomerType | undefined;
  readonly region?: string | undefined;
  readonly currency?: string | undefined;
  /** Upper and lower case are the same. */
  readonly umaAddress?: string | undefined;
  readonly email?: string | undefined;
  readonly kycStatus?: string | undefined;
  /** A part of the name of the person or company; upper and lower case are the same. */
  readonly name?: string | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
  readonly updatedAfter?: Instant | undefined;
  readonly updatedBefore?: Instant | undefined;
  readonly isIncludingDeleted?: boolean | undefined;
}

/** A customer that is not deleted. USER_NOT_FOUND, also for a deleted one. */
export async function findCustomer(reads: Reads, id: string): Promise<Result<Customer>> {
  const customer = isId('Customer', id) ? await reads.get(CUSTOMERS, id) : null;
  return customer === null || customer.isDeleted ? err('USER_NOT_FOUND') : ok(customer);
}

/**
 * A customer that is not deleted, by id, by UMA address in lower case, or by both. USER_NOT_FOUND, also if id and
 * address belong to different customers.
 */
export async function findNamedCustomer(
  reads: Reads,
  id: string | undefined,
  umaAddress: string | undefined,
): Promise<Result<Customer>> {
  if (umaAddress === undefined) return findCustomer(reads, id ?? '');
  const customer = await reads.find(CUSTOMERS, 'umaAddress', [umaAddress]);
  const isNamed = customer !== null && !customer.isDeleted && (id === undefined || customer.id === id);
  return isNamed ? ok(customer) : err('USER_NOT_FOUND');
}

/**
 * Newest first. A customer has several currencies, so an index cannot find one of them; a row for each customer and
 * currency could, but every change of a customer would have to write all of them. Platforms give most customers the
 * same currencies, so a bounded scan fills most pages: docs/decisions/0010-list-filters-with-bounded-scans.md. A name
 * has no index either: it is often typed with a part or with other letters, and an index would cost every customer.
 * INVALID_INPUT for a malformed cursor.
 */
export const listCustomers =
  (cursors: Cursors, sealer: Sealer): Query<CustomerFilter & PageRequest, Page<Customer>> =>
  async (reads, _ctx, filter) => {
    const query = {
      where: {
        platformCustomerId: filter.platformCustomerId,
        customerType: filter.customerType,
        region: filter.region,
        umaAddress: filter.umaAddress?.toLowerCase(),
        email: filter.email,
        kycStatus: filter.kycStatus as KycStatus | undefined,
        isDeleted: filter.isIncludingDeleted === true ? undefined : false,
      },
      between: [
        { column: 'createdAt', from: filter.createdAfter, to: filter.createdBefore },
        { column: 'updatedAt', from: filter.updatedAfter, to: filter.updatedBefore },
      ],
      order: 'desc',
    } as const;
    const { currency } = filter;
    const name = filter.name?.toLowerCase();
    const has = (customer: Customer): boolean =>
      (currency === undefined || customer.currencies.includes(currency as CurrencyCode)) &&
      (name === undefined || (nameOf(customer) ?? '').toLowerCase().includes(name));
    const page =
      currency === undefined && name === undefined
        ? await readPage(reads, cursors, CUSTOMERS, query, filter)
        : await readMatching(reads, cursors, CUSTOMERS, query, has, filter);
    if (!page.ok) return page;
    return ok({ ...page.value, data: page.value.data.map((customer) => withTaxId(sealer, customer)) });
  };

/**
 * Marks the customer as deleted; existing payments still name the customer. The same unit of work closes its accounts,
 * cards and agents. USER_NOT_FOUND; CUSTOMER_DELETED if the customer is already deleted; USER_BLOCKED or USER_NOT_READY for a
 * blocked one; CONFLICT while an account has
 * money or owes money, or a payment or stablecoin operation is open.
 */
export const deleteCustomer =
  (
    accounts: CustomerAccounts,
    hasOpenPayments: OpenPaymentsOf,
    sealer: Sealer,
  ): UseCase<{ readonly id: string }, Customer> =>
  async (tx, ctx: Context, { id }) => {
    const customer = isId('Customer', id) ? await tx.get(CUSTOMERS, id) : null;
    if (customer === null) return err('USER_NOT_FOUND');
    if (customer.isDeleted) return err('CUSTOMER_DELETED');
    const unblocked = mustNotBeBlocked(customer);
    if (!unblocked.ok) return unblocked;
    const closed = await accounts.close(tx, ctx, customer.id);
    if (!closed.ok) return closed;
    // After `close` has locked the balances, so that a card payment that emptied one at the same moment is seen.
    if (await hasOpenPayments(tx, ctx, customer.id))
      return err(
        'CONFLICT',
        'the customer has open payments or stablecoin operations; delete it after they have ended',
      );
    await releaseAddress(tx, ctx, customer);
    return ok(withTaxId(sealer, update(tx, ctx, CUSTOMERS, customer, { isDeleted: true })));
  };
