import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { finish, type Job, type JobHandler, reschedule, retryLater } from '../events/index.js';
import {
  begunAt,
  Bug,
  type Context,
  type EventOf,
  isId,
  next,
  ok,
  type Reads,
  type Result,
  transition,
  type Tx,
  type Unit,
  update,
} from '../kernel/index.js';
import { endOperation, type Told } from './end-operation.js';
import { holdOperation, isStoppedOperation, isUnanswered } from './hold-operation.js';
import { isRefusal, issuerOf, loseLink, openedAccount, resourceOf } from './issuer.js';
import { isOpenOperation, STABLECOIN_OPERATION, STABLECOIN_OPERATIONS, type StablecoinOperation } from './operation.js';
import { issuerOrder } from './order.js';
import type {
  IssuerAccount,
  IssuerInstruction,
  IssuerStatus,
  Refusal,
  StablecoinIssuer,
  StablecoinPorts,
} from './ports.js';
import { PROVIDER_ACCOUNTS } from './provider-account.js';
import { mayBeSubmitted } from './screen-operation.js';
import { STABLECOINS } from './stablecoin.js';

/** The delay before an issuer that refuses the credentials is asked again about an order that it may have. */
const PATIENCE_SECONDS = 60;

interface Handover {
  readonly issuer: StablecoinIssuer;
  readonly account: IssuerAccount;
  readonly instruction: IssuerInstruction;
  /** True if the order was never submitted: then a refusal means that the issuer does not have it. */
  readonly isFirst: boolean;
  readonly isSubmitted: boolean;
}

/**
 * Advances an operation: submits it to its issuer or asks for its status, and books the answer. The issuer is called
 * between two units of work and identifies the order by the id of the operation, which was committed before. After a
 * crash, the next run continues from the last committed state.
 */
export function advanceOperation(ports: StablecoinPorts): JobHandler {
  return async (ctx, job, ask) => {
    const begun = await ports.units.run(ctx.tenant, (tx) => beginOperation(tx, ctx, ports, job));
    if (!begun.ok || begun.value === null) return begun.ok ? ok() : begun;
    const { issuer, account, instruction, isFirst, isSubmitted } = begun.value;
    const asked = await ask(resourceOf(ctx, issuer.name), () =>
      isSubmitted ? issuer.status(account, instruction, ctx.now) : issuer.submit(account, instruction),
    );
    if (!asked.ok) return asked;
    const { answer, ctx: later } = asked.value;
    return ports.units.run(ctx.tenant, (tx) =>
      concludeOperation({ tx, ctx: later, ids: ports.ids }, job, answer, isFirst),
    );
  };
}

async function readOperation(reads: Reads, id: string): Promise<StablecoinOperation> {
  const operation = await reads.get(STABLECOIN_OPERATIONS, id);
  if (operation === null) throw new Bug(`stablecoin operation ${id} not found`);
  return operation;
}

/** The order to submit, or to ask the issuer about; null if the operation has ended. */
async function beginOperation(
  tx: Tx,
  ctx: Context,
  ports: StablecoinPorts,
  job: Job,
): Promise<Result<Handover | null>> {
  const operation = await readOperation(tx, job.subject);
  if (!isOpenOperation(operation)) {
    finish(tx, job);
    return ok(null);
  }
  const coin = await tx.get(STABLECOINS, operation.stablecoinId);
  const link = await tx.get(PROVIDER_ACCOUNTS, operation.stablecoinProviderAccountId);
  if (coin === null || link === null) throw new Bug(`${operation.id} has no stablecoin or no provider account`);
  if (isUnanswered(operation) && (await isStoppedOperation(tx, ctx.tenant, operation))) {
    await holdOperation({ tx, ctx, ids: ports.ids }, coin, operation);
    finish(tx, job);
    return ok(null);
  }
  const issuer = issuerOf(ports.issuers, ctx, operation.provider);
  if (!issuer.ok) return issuer;
  const { collectedFrom, deliveredTo, id: reference, netAmount } = operation;
  const from = collectedFrom === null ? null : await tx.get(EXTERNAL_ACCOUNTS, collectedFrom);
  const to = deliveredTo === null ? null : await tx.get(EXTERNAL_ACCOUNTS, deliveredTo);
  const isFirst = operation.submittedAt === null;
  // The account or owner may have been deleted while the order was created. From here on, a deletion finds the open
  // operation and is refused.
  const isGone = from?.isDeleted === true || to?.isDeleted === true || (await isOwnerDeleted(tx, operation));
  if (isFirst && isGone) {
    const ended = await end({ tx, ctx, ids: ports.ids }, job, operation, 'fail', { failureReason: 'ACCOUNT_INVALID' });
    return ended.ok ? ok(null) : ended;
  }
  const clearance = isFirst ? await mayBeSubmitted({ tx, ctx, ids: ports.ids }, ports, operation) : 'GO';
  if (clearance !== 'GO') {
    if (clearance === 'CONFIRMED') await holdOperation({ tx, ctx, ids: ports.ids }, coin, operation);
    finish(tx, job);
    return ok(null);
  }
  const submittedAt = begunAt(operation.submittedAt, ctx.now);
  if (submittedAt !== operation.submittedAt) update(tx, ctx, STABLECOIN_OPERATIONS, operation, { submittedAt });
  return ok({
    issuer: issuer.value,
    account: openedAccount(ports.sealer, link),
    instruction: { ...issuerOrder(coin, operation, from, to), reference, netAmount, submittedAt },
    isFirst,
    isSubmitted: !isUnanswered(operation),
  });
}

async function isOwnerDeleted(reads: Reads, { owner }: StablecoinOperation): Promise<boolean> {
  if (!isId('Customer', owner)) return false;
  const customer = await reads.get(CUSTOMERS, owner);
  return customer === null || customer.isDeleted;
}

async function concludeOperation(
  unit: Unit,
  job: Job,
  answer: IssuerStatus | Refusal,
  isFirst: boolean,
): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const operation = await readOperation(tx, job.subject);
  if (!isOpenOperation(operation)) {
    finish(tx, job);
    return ok();
  }
  if (isRefusal(answer)) {
    const lost = await loseLink(tx, ctx, operation.stablecoinProviderAccountId, answer);
    if (!lost.ok) return lost;
    // The issuer may have the order, so its money is not released: the operation continues when the account is linked
    // again.
    if (!isFirst) {
      await retryLater(tx, ctx, job, PATIENCE_SECONDS, 'the issuer refuses the credentials');
      return ok();
    }
    const failureReason = answer.because === 'invalid' ? 'PROVIDER_ACCOUNT_INVALID' : 'PROVIDER_ACCOUNT_REVOKED';
    return end(unit, job, operation, 'fail', { failureReason });
  }
  const { providerStatus } = answer;
  switch (answer.state) {
    case 'awaiting-funding': {
      const { fundingInstructions, expiresAt } = answer;
      return continueOperation(tx, ctx, job, operation, 'await', answer, { fundingInstructions, expiresAt });
    }
    case 'pending':
      return continueOperation(tx, ctx, job, operation, 'accept', answer);
    case 'processing':
      return continueOperation(tx, ctx, job, operation, 'process', answer);
    case 'completed':
      return end(unit, job, operation, 'complete', { providerStatus });
    case 'expired':
      return end(unit, job, operation, 'expire', { providerStatus });
    case 'failed':
      return end(unit, job, operation, 'fail', { providerStatus, failureReason: answer.reason });
  }
}

/**
 * Reschedules an operation that is not final. If the reported state is not a transition, only the provider status
 * changes.
 */
function continueOperation(
  tx: Tx,
  ctx: Context,
  job: Job,
  operation: StablecoinOperation,
  event: EventOf<typeof STABLECOIN_OPERATION>,
  { providerStatus, checkAfterSeconds }: { readonly providerStatus: string; readonly checkAfterSeconds: number },
  learned: Told = {},
): Result<void> {
  // Due times are whole milliseconds.
  reschedule(tx, ctx, job, Math.ceil(checkAfterSeconds * 1000) / 1000);
  const patch = { ...learned, providerStatus };
  if (!next(STABLECOIN_OPERATION, operation.status, event).ok) {
    if (providerStatus !== operation.providerStatus) {
      update(tx, ctx, STABLECOIN_OPERATIONS, operation, { providerStatus });
    }
    return ok();
  }
  const moved = transition(tx, ctx, STABLECOIN_OPERATION, STABLECOIN_OPERATIONS, operation, event, patch);
  return moved.ok ? ok() : moved;
}

/** Ends the operation and its job. */
function end(
  unit: Unit,
  job: Job,
  operation: StablecoinOperation,
  event: 'complete' | 'fail' | 'expire',
  learned: Told,
): Promise<Result<void>> {
  finish(unit.tx, job);
  return endOperation(unit, operation, event, learned);
}
