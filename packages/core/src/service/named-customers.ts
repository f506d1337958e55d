import { nameOf } from '../customers/index.js';
import type { ScreeningGate } from '../screening/index.js';
import type { Approvals } from '../verification/index.js';

/**
 * Approvals of customers whose name is known. A customer can enter the name on the page of a KYC provider, where it stays.
 * Then the lists cannot be compared with a name, and their answer must not approve the customer. Without a screening
 * connection, every approval is that of `approvals`.
 */
export const ofNamedCustomers = (
  approvals: Approvals,
  { connectionOf }: Pick<ScreeningGate, 'connectionOf'>,
): Approvals => ({
  ...approvals,
  ofCustomer: async (unit, customer, owners) =>
    nameOf(customer) === null && connectionOf(unit.ctx.tenant) !== null
      ? 'nameless'
      : approvals.ofCustomer(unit, customer, owners),
});
