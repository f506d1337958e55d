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
import { type Customer, CUSTOMERS, type CustomerType } from './customer.js';
import { releaseAddress } from './held-address.js';
import type { KycStatus } from './customer-states.js';
import { withTaxId } from './customer-numbers.js';
import type { CustomerAccounts, OpenPaymentsOf } from './ports.js';

export interface CustomerFilter {
  readonly platformCustomerId?: string | undefined;
  readonly customerType?: CustomerType | undefined;
  readonly region?: string | undefined;
  readonly currency?: string | undefined;
  /** In any case. */
  readonly umaAddress?: string | undefined;
  readonly email?: string | undefined;
  readonly kycStatus?: string | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
  readonly updatedAfter?: Instant | undefined;
  readonly updatedBefore?: Instant | undefined;
  readonly isIncludingDeleted?: boolean | undefined;
}

/** A living customer. 404 USER_NOT_FOUND, also for a deleted one. */
export async function findCustomer(reads: Reads, id: string): Promise<Result<Customer>> {
  const customer = isId('Customer', id) ? await reads.get(CUSTOMERS, id) : null;
  return customer === null || customer.isDeleted ? err('USER_NOT_FOUND') : ok(customer);
}

/**
 * A living customer, named by id, by UMA address in lower case, or by both, which then have to be one customer's.
 * 404 USER_NOT_FOUND.
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
 * Newest first. Customers have several currencies, which no index on equality can find; a row per customer and currency
 * would, but every change of a customer would then write them all anew. Platforms give most customers the same
 * currencies, so that a page is rarely far to seek. INVALID_INPUT for a cursor that is none.
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
    const has = ({ currencies }: Customer): boolean => currencies.includes(currency as CurrencyCode);
    const page =
      currency === undefined
        ? await readPage(reads, cursors, CUSTOMERS, query, filter)
        : await readMatching(reads, cursors, CUSTOMERS, query, has, filter);
    if (!page.ok) return page;
    return ok({ ...page.value, data: page.value.data.map((customer) => withTaxId(sealer, customer)) });
  };

/**
 * Soft: what the customer did still names it. Its accounts, cards and agents end in the same unit. 410 CUSTOMER_DELETED the second time; 409 CONFLICT while an account
 * has money or a payment is open.
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
    const closed = await accounts.close(tx, ctx, customer.id);
    if (!closed.ok) return closed;
    // Behind the lock of the balances: a card that took the last of one at the same moment is seen.
    if (await hasOpenPayments(tx, ctx, customer.id)) return err('CONFLICT', 'the customer has open payments');
    await releaseAddress(tx, ctx, customer);
    return ok(withTaxId(sealer, update(tx, ctx, CUSTOMERS, customer, { isDeleted: true })));
  };
