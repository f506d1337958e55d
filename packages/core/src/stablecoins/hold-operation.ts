import { type Parties, pinnedBlockOf, withBlocked } from '../blocks/index.js';
import { schedule } from '../events/index.js';
import { type ExceptionRecord, EXCEPTIONS, openException } from '../exceptions/index.js';
import { mark, type Reads, type Result, type TenantKey, type Tx, type Unit } from '../kernel/index.js';
import { holdReference, isUnconfirmed, UNDECIDED } from '../transactions/index.js';
import { endOperation } from './end-operation.js';
import { STABLECOIN_OPERATIONS, type StablecoinOperation } from './operation.js';
import { baseAmount } from './order.js';
import type { Stablecoin } from './stablecoin.js';

/** Whether the issuer is asked for the order, and not for its status, so that it can be held. */
export const isUnanswered = ({ status }: Pick<StablecoinOperation, 'status'>): boolean => status === 'CREATED';

/** Whether an order waits that this exception holds. */
export const isWaitingOperation = (
  operation: StablecoinOperation,
  exception: Pick<ExceptionRecord, 'kind' | 'reference'>,
): boolean => isUnanswered(operation) && (operation.submittedAt !== null) === isUnconfirmed(exception);

/** The owner of an order, and the external accounts that its money leaves and reaches. */
export const operationParties = ({ owner, collectedFrom, deliveredTo }: StablecoinOperation): Parties => ({
  customers: [owner],
  payees: [collectedFrom, deliveredTo],
});

/** Whether operators have stopped the order by one of its parties. A block that commits first makes the unit run again. */
export const isStoppedOperation = async (tx: Tx, tenant: TenantKey, operation: StablecoinOperation): Promise<boolean> =>
  (await pinnedBlockOf(tx, tenant, operationParties(operation))) !== null;

/** Whether an operator has to decide about an order that waits. */
export async function isHeldOperation(reads: Reads, operation: StablecoinOperation): Promise<boolean> {
  const query = { where: { subject: operation.id, status: 'OPEN' }, order: 'asc', limit: 50, counted: false } as const;
  const { rows } = await reads.list(EXCEPTIONS, query);
  return rows.some((open) => open.kind === 'PAYMENT_HELD' && isWaitingOperation(operation, open));
}

/** What is paid for the tokens, or for which they are redeemed, in the currency of the coin. */
export function stakeOfOperation(coin: Stablecoin, { operationType, amount, netAmount }: StablecoinOperation): bigint {
  const paid = baseAmount(coin, operationType === 'MINT' ? amount : netAmount);
  return paid.ok ? paid.value : amount;
}

/**
 * Holds an order: the caller ends its job, and its state stays as it is until an operator decides. One that is held already has
 * its exception.
 */
export async function holdOperation(unit: Unit, coin: Stablecoin, operation: StablecoinOperation): Promise<void> {
  const { tx, ctx } = unit;
  const { version } = mark(tx, STABLECOIN_OPERATIONS, operation, {});
  if (await isHeldOperation(tx, operation)) return;
  const { id, baseCurrency, provider, submittedAt } = operation;
  const reason = await withBlocked(tx, ctx.tenant, UNDECIDED, operationParties(operation));
  await openException(unit, {
    ...{ kind: 'PAYMENT_HELD', subject: id, rail: provider, reason },
    reference: holdReference(version, submittedAt),
    ...{ currency: baseCurrency, amount: stakeOfOperation(coin, operation), isUntold: true },
  });
}

/**
 * Lets an order that waits go on: its issuer receives it, unless it is stopped again. Answers and decisions at the same
 * moment schedule it once.
 */
export function continueHeldOperation(unit: Unit, operation: StablecoinOperation): void {
  const { tx, ctx } = unit;
  mark(tx, STABLECOIN_OPERATIONS, operation, {});
  const { id: subject } = operation;
  schedule(unit, { kind: 'stablecoin.advance', subject, dueAt: ctx.hostNow, dedupe: `goes on ${subject}` });
}

/** Fails a held order: its hold is released. */
export const failHeldOperation = (unit: Unit, operation: StablecoinOperation): Promise<Result<void>> =>
  endOperation(unit, operation, 'fail', { failureReason: 'NOT_EXECUTED' });
