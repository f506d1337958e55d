import { bookEntry, type InternalAccount, INTERNAL_ACCOUNTS, type Rails } from '../accounts/index.js';
import { finish, type Job, type JobHandler } from '../events/index.js';
import { Bug, type Context, type IdSource, ok, type Result, type Tx, type UnitOfWork } from '../kernel/index.js';
import { endRefund, type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { originAccount, waitingAccount } from './payment.js';
import { type Quote, QUOTES } from './quote.js';
import { NEVER_SHORT } from './shortfall.js';

export interface RefundPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly rails: Rails;
}

interface Refunding {
  readonly transaction: Transaction;
  readonly quote: Quote;
}

/**
 * Gives the money of a failed payment back: to the source account at once, to a payer outside through the rail that
 * the money came by. The rail is called between two units and knows the refund by its reference.
 */
export function refundPayment(ports: RefundPorts): JobHandler {
  return async (ctx, job, ask) => {
    const begun = await ports.units.run(ctx.tenant, (tx) => begin(tx, ctx, ports.ids, job));
    if (!begun.ok || begun.value === null) return begun.ok ? ok() : begun;
    const { transaction, quote } = begun.value;
    const funding = ports.rails.byName(quote.fundingRail!).funding;
    if (funding === null) throw new Bug(`rail ${quote.fundingRail} does not receive`);
    const refund = {
      reference: transaction.refundReference!,
      currency: quote.sendingCurrency,
      amount: transaction.sentAmount!,
    };
    const asked = await ask(quote.fundingRail!, () => funding.refund(refund));
    if (!asked.ok) return asked;
    return ports.units.run(ctx.tenant, (tx) => conclude(tx, asked.value.ctx, ports.ids, job, asked.value.answer));
  };
}

/** Completes a refund within this ledger. Null: nothing to ask a rail. */
async function begin(tx: Tx, ctx: Context, ids: IdSource, job: Job): Promise<Result<Refunding | null>> {
  const refunding = await readPending(tx, job);
  if (refunding !== null && refunding.quote.source.sourceType !== 'ACCOUNT') return ok(refunding);
  if (refunding !== null && refunding.quote.source.sourceType === 'ACCOUNT') {
    const account = await tx.get(INTERNAL_ACCOUNTS, refunding.quote.source.accountId);
    if (account === null) throw new Bug(`${refunding.quote.id} has no source account`);
    const given = await giveBack(tx, ctx, ids, refunding, account);
    if (!given.ok) return given;
    endRefund(tx, ctx, ids, refunding.transaction, 'complete');
  }
  finish(tx, job);
  return ok(null);
}

async function conclude(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  job: Job,
  outcome: 'completed' | 'failed',
): Promise<Result<void>> {
  const refunding = await readPending(tx, job);
  finish(tx, job);
  if (refunding === null) return ok();
  endRefund(tx, ctx, ids, refunding.transaction, outcome === 'completed' ? 'complete' : 'fail');
  return outcome === 'completed' ? giveBack(tx, ctx, ids, refunding, null) : ok();
}

async function readPending(tx: Tx, job: Job): Promise<Refunding | null> {
  const transaction = await tx.get(TRANSACTIONS, job.subject);
  if (transaction === null || transaction.quoteId === null) throw new Bug(`${job.subject} is no payment of a quote`);
  if (transaction.refundStatus !== 'PENDING') return null;
  const quote = await tx.get(QUOTES, transaction.quoteId);
  if (quote === null) throw new Bug(`${transaction.id} has no quote`);
  return { transaction, quote };
}

function giveBack(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  { transaction, quote }: Refunding,
  account: InternalAccount | null,
): Promise<Result<void>> {
  return bookEntry(
    tx,
    ctx,
    ids,
    {
      kind: account === null ? 'FUNDING_REFUND' : 'HOLD_RELEASE',
      cause: transaction.id,
      lines: [
        { account: waitingAccount(quote), amount: -transaction.sentAmount! },
        { account: originAccount(ctx, quote), amount: transaction.sentAmount! },
      ],
    },
    account === null ? [] : [account],
    NEVER_SHORT,
  );
}
