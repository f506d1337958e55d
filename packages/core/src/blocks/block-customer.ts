import { type Customer, type CustomerAccounts, CUSTOMERS, snapshotOf } from '../customers/index.js';
import { emit } from '../events/index.js';
import { err, isId, mark, ok, type Reads, type Result, type Unit } from '../kernel/index.js';
import { mustNotBeErased } from '../retention/index.js';
import { type BlockRequest, checkTexts, endBlock, openBlock, type UnblockRequest } from './block.js';

/** A deleted customer too: money can still arrive for it, and others can pay its accounts. 404 USER_NOT_FOUND. */
async function findOwner(reads: Reads, id: string): Promise<Result<Customer>> {
  const customer = isId('Customer', id) ? await reads.get(CUSTOMERS, id) : null;
  return customer === null ? err('USER_NOT_FOUND') : ok(customer);
}

/** The customer to block. 400 INVALID_INPUT; 404 USER_NOT_FOUND; 409 CONFLICT if it is blocked or erased. */
export async function customerToBlock(reads: Reads, request: BlockRequest): Promise<Result<Customer>> {
  const valid = checkTexts(request);
  if (!valid.ok) return valid;
  const found = await findOwner(reads, request.id);
  if (found.ok && found.value.blockedAs !== null) return err('CONFLICT', 'the customer is blocked; unblock it first');
  const lasting = found.ok ? await mustNotBeErased(reads, found.value.id) : ok();
  if (!lasting.ok) return lasting;
  return found;
}

/** The customer to unblock. 400 INVALID_INPUT; 404 USER_NOT_FOUND; 409 CONFLICT if it is not blocked. */
export async function customerToUnblock(reads: Reads, request: UnblockRequest): Promise<Result<Customer>> {
  const valid = checkTexts(request);
  if (!valid.ok) return valid;
  const found = await findOwner(reads, request.id);
  if (found.ok && found.value.blockedAs === null) return err('CONFLICT', 'the customer is not blocked');
  return found;
}

type MarkAccounts = Pick<CustomerAccounts, 'markUnderReview'>;

/** Stops a customer: it starts nothing that moves money until two operators unblock it. Errors: `customerToBlock`. */
export async function blockCustomer(
  accounts: MarkAccounts,
  unit: Unit,
  request: BlockRequest,
  by: string,
): Promise<Result<Customer>> {
  const { tx } = unit;
  const found = await customerToBlock(tx, request);
  if (!found.ok) return found;
  openBlock(unit, found.value.id, request, by);
  const blocked = mark(tx, CUSTOMERS, found.value, { blockedAs: request.tellPlatform ? 'TOLD' : 'SILENT' });
  await accounts.markUnderReview(tx, blocked.id, true);
  if (request.tellPlatform)
    emit(unit, { type: 'CUSTOMER.BLOCKED', resource: blocked.id, snapshot: snapshotOf(blocked) });
  return ok(blocked);
}

/** Ends the block of a customer, and releases nothing that it has stopped. Errors: `customerToUnblock`. */
export async function unblockCustomer(
  accounts: MarkAccounts,
  unit: Unit,
  request: UnblockRequest,
  by: string,
  approvedBy: string | null,
): Promise<Result<Customer>> {
  const { tx } = unit;
  const found = await customerToUnblock(tx, request);
  if (!found.ok) return found;
  const customer = found.value;
  const ended = await endBlock(unit, customer.id, request, by, approvedBy);
  if (!ended.ok) return ended;
  const free = mark(tx, CUSTOMERS, customer, { blockedAs: null });
  await accounts.markUnderReview(tx, free.id, free.identityReviews.length > 0);
  if (customer.blockedAs === 'TOLD')
    emit(unit, { type: 'CUSTOMER.UNBLOCKED', resource: free.id, snapshot: snapshotOf(free) });
  return ok(free);
}
