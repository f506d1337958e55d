import { emit } from '../events/index.js';
import {
  BASE_COLUMNS,
  type BaseRecord,
  birth,
  err,
  type Id,
  type Instant,
  invalidFields,
  machine,
  newRecord,
  ok,
  type Reads,
  recordKind,
  type Result,
  type StateOf,
  transition,
  type Unit,
  update,
} from '../kernel/index.js';
import { type Customer, CUSTOMERS } from './customer.js';
import { findCustomer } from './customer-service.js';
import { snapshotOf } from './kyc.js';
import type { CustomerAccounts } from './ports.js';

export const BLOCK = machine('Block', 'status', ['ENDED'], [
  { from: null, on: 'block', to: 'BLOCKED', emits: null, why: 'an operator stops the customer' },
  { from: 'BLOCKED', on: 'unblock', to: 'ENDED', emits: null, why: 'two operators end the block' },
] as const);
export type BlockStatus = StateOf<typeof BLOCK>;

/** Why operators stopped a customer. Its texts are for operators only: no answer, event or page for others has them. */
export interface Block extends BaseRecord {
  readonly id: Id<'Block'>;
  readonly subject: Id<'Customer'>;
  readonly status: BlockStatus;
  readonly reason: string;
  readonly caseReference: string;
  readonly notes: string | null;
  readonly tellPlatform: boolean;
  readonly blockedBy: string;
  readonly endReason: string | null;
  readonly endReference: string | null;
  readonly endedBy: string | null;
  readonly endApprovedBy: string | null;
  /** Tenant's time. */
  readonly endedAt: Instant | null;
}

export const BLOCKS = recordKind<Block>()({
  name: 'blocks',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    subject: 'text',
    status: 'text',
    reason: 'text',
    caseReference: 'text',
    notes: 'text?',
    tellPlatform: 'flag',
    blockedBy: 'text',
    endReason: 'text?',
    endReference: 'text?',
    endedBy: 'text?',
    endApprovedBy: 'text?',
    endedAt: 'instant?',
  },
  states: ['status'],
  unique: [],
  filters: ['subject', 'status'],
  immutable: ['subject', 'reason', 'caseReference', 'notes', 'tellPlatform', 'blockedBy'],
});

export interface BlockCustomer {
  readonly id: string;
  readonly reason: string;
  readonly caseReference: string;
  readonly notes?: string | undefined;
  /** False: the platform gets no event, and the ordinary USER_NOT_READY. */
  readonly tellPlatform: boolean;
}

export type UnblockCustomer = Pick<BlockCustomer, 'id' | 'reason' | 'caseReference'>;

const LONGEST = { reason: 500, caseReference: 100, notes: 4000 } as const;

function invalidTexts(input: UnblockCustomer & { readonly notes?: string | undefined }): Result<void> {
  const fields = (['reason', 'caseReference', 'notes'] as const).flatMap((field) => {
    const text = input[field];
    if (field === 'notes' && text === undefined) return [];
    const isValid = text !== undefined && text.trim() !== '' && text.length <= LONGEST[field];
    return isValid ? [] : [{ field, message: `must have 1 to ${LONGEST[field]} characters` }];
  });
  return fields.length === 0 ? ok() : invalidFields(fields);
}

/** The customer to block. 400 INVALID_INPUT; 404 USER_NOT_FOUND; 409 CONFLICT if it is blocked. */
export async function customerToBlock(reads: Reads, input: BlockCustomer): Promise<Result<Customer>> {
  const valid = invalidTexts(input);
  if (!valid.ok) return valid;
  const found = await findCustomer(reads, input.id);
  if (found.ok && found.value.blockedAs !== null) return err('CONFLICT', 'the customer is blocked; unblock it first');
  return found;
}

/** The customer to unblock. 400 INVALID_INPUT; 404 USER_NOT_FOUND; 409 CONFLICT if it is not blocked. */
export async function customerToUnblock(reads: Reads, input: UnblockCustomer): Promise<Result<Customer>> {
  const valid = invalidTexts(input);
  if (!valid.ok) return valid;
  const found = await findCustomer(reads, input.id);
  if (found.ok && found.value.blockedAs === null) return err('CONFLICT', 'the customer is not blocked');
  return found;
}

type MarkAccounts = Pick<CustomerAccounts, 'markUnderReview'>;

/** Stops a customer: it starts nothing that moves money until two operators unblock it. Errors: `customerToBlock`. */
export async function blockCustomer(
  accounts: MarkAccounts,
  unit: Unit,
  input: BlockCustomer,
  by: string,
): Promise<Result<Customer>> {
  const { tx, ctx, ids } = unit;
  const found = await customerToBlock(tx, input);
  if (!found.ok) return found;
  const { reason, caseReference, notes = null, tellPlatform } = input;
  tx.add(BLOCKS, {
    ...newRecord(ids.next('Block'), ctx),
    ...{ subject: found.value.id, status: birth(BLOCK, 'block').to, reason, caseReference, notes, tellPlatform },
    ...{ blockedBy: by, endReason: null, endReference: null, endedBy: null, endApprovedBy: null, endedAt: null },
  });
  const blocked = update(tx, ctx, CUSTOMERS, found.value, { blockedAs: tellPlatform ? 'TOLD' : 'SILENT' });
  await accounts.markUnderReview(tx, ctx, blocked.id, true);
  if (tellPlatform) emit({ tx, ctx, ids }, { type: 'CUSTOMER.BLOCKED', resource: blocked.id, snapshot: snapshotOf(blocked) });
  return ok(blocked);
}

/** Ends the block of a customer, and releases nothing that it has stopped. Errors: `customerToUnblock`. */
export async function unblockCustomer(
  accounts: MarkAccounts,
  unit: Unit,
  input: UnblockCustomer,
  by: string,
  approvedBy: string | null,
): Promise<Result<Customer>> {
  const { tx, ctx, ids } = unit;
  const found = await customerToUnblock(tx, input);
  if (!found.ok) return found;
  const customer = found.value;
  const { rows } = await tx.list(BLOCKS, {
    where: { subject: customer.id, status: 'BLOCKED' },
    ...{ order: 'desc', limit: 1, counted: false },
  });
  const [block] = rows;
  if (block !== undefined) {
    const { reason: endReason, caseReference: endReference } = input;
    const patch = { endReason, endReference, endedBy: by, endApprovedBy: approvedBy, endedAt: ctx.now };
    const ended = transition(tx, ctx, BLOCK, BLOCKS, block, 'unblock', patch);
    if (!ended.ok) return ended;
  }
  const free = update(tx, ctx, CUSTOMERS, customer, { blockedAs: null });
  await accounts.markUnderReview(tx, ctx, free.id, free.identityReviews.length > 0);
  if (customer.blockedAs === 'TOLD')
    emit({ tx, ctx, ids }, { type: 'CUSTOMER.UNBLOCKED', resource: free.id, snapshot: snapshotOf(free) });
  return ok(free);
}
