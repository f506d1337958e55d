import { emit } from '../events/index.js';
import {
  birth,
  Bug,
  type Context,
  domainError,
  err,
  fail,
  type Id,
  type IdSource,
  invalidFields,
  newRecord,
  ok,
  type Reads,
  type Result,
  type Tx,
  update,
} from '../kernel/index.js';
import { type Quote, QUOTES } from '../quotes/index.js';
import { quoteExpired, type RateBook } from '../rates/index.js';
import { destinationKey } from '../transactions/index.js';
import type { TransferOutRequest, WithdrawalFee } from '../transfers/index.js';
import type { Agent } from './agent.js';
import {
  AGENT_ACTION,
  AGENT_ACTIONS,
  type AgentAction,
  type AgentActionType,
  type AgentActionView,
  type AgentTransfer,
  viewOf,
} from './agent-action.js';
import { type AgentPermission, decide, type Spend, type Verdict } from './policy.js';
import type { PlainOperations } from './ports.js';
import { type Moved, spendOf } from './spend.js';
import { beyond, dayOfUsage, readUsage, reserveUsage } from './usage.js';

export interface ProposalPorts {
  readonly ids: IdSource;
  readonly rates: RateBook;
  readonly operations: PlainOperations;
}

/** A payment that an agent requests. */
export type Proposal = { readonly platformCustomerId: string } & (
  | { readonly type: 'EXECUTE_QUOTE'; readonly quote: Quote; readonly stamp: string | null }
  | { readonly type: 'TRANSFER_IN'; readonly transfer: AgentTransfer }
  | { readonly type: 'TRANSFER_OUT'; readonly transfer: AgentTransfer; readonly networkFee: WithdrawalFee }
);

const PERMISSION_FOR: Readonly<Record<AgentActionType, AgentPermission>> = {
  EXECUTE_QUOTE: 'EXECUTE_QUOTES',
  TRANSFER_IN: 'CREATE_TRANSFERS',
  TRANSFER_OUT: 'CREATE_TRANSFERS',
};

const TWIN = domainError(
  'CONFLICT',
  'another request created the action of this quote at the same time; send the request again to receive the action',
);

/**
 * Runs a proposal in this unit of work if the policy allows it, or stores it for approval. 403 FORBIDDEN with
 * `details.reason` for a proposal that the policy forbids; then the unit has no effect.
 */
export async function propose(
  ports: ProposalPorts,
  tx: Tx,
  ctx: Context,
  agent: Agent,
  proposal: Proposal,
): Promise<Result<AgentActionView>> {
  const weighed = await weigh(ports, tx, ctx, agent, proposal);
  if (!weighed.ok) return weighed;
  const { verdict, spend } = weighed.value;
  if (verdict.kind === 'refuse') return fail(beyond(verdict.reason));
  const row = birth(AGENT_ACTION, verdict.kind);
  // Two concurrent calls both find no action for the quote. Writing the quote makes the second one run again and find
  // the action of the first.
  if (verdict.kind === 'ask' && proposal.type === 'EXECUTE_QUOTE') update(tx, ctx, QUOTES, proposal.quote, {});
  const transactionId = verdict.kind === 'run' ? await carryOut(ports, tx, ctx, agent, proposal, spend) : ok(null);
  if (!transactionId.ok) return transactionId;
  const action: AgentAction = {
    agentId: agent.id,
    customerId: agent.customerId,
    platformCustomerId: proposal.platformCustomerId,
    status: row.to,
    type: proposal.type,
    quoteId: proposal.type === 'EXECUTE_QUOTE' ? proposal.quote.id : null,
    transfer: proposal.type === 'EXECUTE_QUOTE' ? null : proposal.transfer,
    stamp: proposal.type === 'EXECUTE_QUOTE' ? proposal.stamp : null,
    wasAsked: verdict.kind === 'ask',
    transactionId: transactionId.value,
    spent: verdict.kind === 'run' ? spentNow(ctx, agent, spend) : null,
    rejectionReason: null,
    ...newRecord(ports.ids.next('AgentAction'), ctx),
  };
  tx.add(AGENT_ACTIONS, action, { conflicts: { quote: TWIN } });
  const view = await viewOf(tx, action);
  if (row.emits !== null) {
    emit({ tx, ctx, ids: ports.ids }, { type: row.emits, resource: action.id, snapshot: view });
  }
  return ok(view);
}

export interface Weighed {
  readonly verdict: Verdict;
  readonly spend: Spend;
}

/** The verdict of the policy on a proposal now. */
export async function weigh(
  { rates }: Pick<ProposalPorts, 'rates'>,
  reads: Reads,
  ctx: Context,
  agent: Agent,
  proposal: Proposal,
): Promise<Result<Weighed>> {
  const spend = spendOf(rates, ctx, agent.policy, movedBy(proposal));
  if (!spend.ok) return spend;
  const intent = {
    permission: PERMISSION_FOR[proposal.type],
    accounts: accountsOf(proposal),
    money: spend.value,
  };
  const verdict = decide(agent.policy, intent, await readUsage(reads, ctx, agent));
  return ok({ verdict, spend: spend.value });
}

/** Reserves the amount from the limits and starts the operation as the agent. Returns the id of its transaction. */
export async function carryOut(
  { operations }: ProposalPorts,
  tx: Tx,
  ctx: Context,
  agent: Agent,
  proposal: Proposal,
  spend: Spend,
): Promise<Result<Id<'Transaction'>>> {
  await reserveUsage(tx, ctx, agent, spend.amount);
  const as: Context = { ...ctx, actor: { kind: 'agent', agentId: agent.id, customerId: agent.customerId } };
  if (proposal.type === 'EXECUTE_QUOTE') {
    const signed = { stamp: proposal.stamp ?? undefined };
    const executed = await operations.executeQuote(tx, as, { id: proposal.quote.id, signed });
    return executed.ok ? ok(executed.value.transactionId) : executed;
  }
  const started =
    proposal.type === 'TRANSFER_IN'
      ? await operations.transferIn(tx, as, requestOf(proposal.transfer))
      : await operations.transferOut.finish(tx, as, {
          ...requestOf(proposal.transfer),
          networkFee: proposal.networkFee,
        });
  return started.ok ? ok(started.value.id) : started;
}

/** The request of a transfer operation: null fields are omitted. */
export const requestOf = ({ sourceId, destinationId, amount, ...more }: AgentTransfer): TransferOutRequest => ({
  sourceId,
  destinationId,
  amount,
  paymentRail: more.paymentRail ?? undefined,
  remittanceInformation: more.remittanceInformation ?? undefined,
  purposeOfPayment: more.purposeOfPayment ?? undefined,
});

export const spentNow = (ctx: Context, agent: Agent, spend: Spend): NonNullable<AgentAction['spent']> => ({
  amount: spend.amount,
  currency: agent.policy.spendingLimits.currency,
  day: dayOfUsage(ctx),
});

/** The proposal of a waiting action, with the current `networkFee`. */
export function proposalOf(
  { type, platformCustomerId, transfer, stamp }: AgentAction,
  quote: Quote | null,
  networkFee: WithdrawalFee,
): Proposal {
  if (type === 'EXECUTE_QUOTE') {
    if (quote === null) throw new Bug('the quote of an agent action was not found');
    return { type, platformCustomerId, quote, stamp };
  }
  if (transfer === null) throw new Bug('an agent action has neither a quote nor a transfer');
  return type === 'TRANSFER_IN'
    ? { type, platformCustomerId, transfer }
    : { type, platformCustomerId, transfer, networkFee };
}

/** Checks that a quote can still be executed by a call. 400 INVALID_INPUT, 409 CONFLICT. */
export function executable(ctx: Context, quote: Quote): Result<void> {
  if (quote.source.sourceType === 'REALTIME_FUNDING') {
    return invalidFields([
      { field: 'quoteId', message: 'names a realtime-funding quote, which executes when its money arrives' },
    ]);
  }
  const isExpired = quote.status === 'EXPIRED' || (quote.status === 'PENDING' && quote.expiresAt <= ctx.now);
  if (isExpired) return quoteExpired();
  return quote.status === 'PENDING'
    ? ok()
    : err('CONFLICT', `the quote is ${quote.status}; only a PENDING quote can be executed`);
}

function movedBy(proposal: Proposal): Moved {
  if (proposal.type === 'EXECUTE_QUOTE') {
    const { totalSendingAmount, sendingCurrency, receivingCurrency, exchangeRate } = proposal.quote;
    return {
      sent: totalSendingAmount,
      sentCurrency: sendingCurrency,
      receivedCurrency: receivingCurrency,
      rate: exchangeRate,
    };
  }
  const { amount, currency } = proposal.transfer;
  return { sent: amount, sentCurrency: currency, receivedCurrency: currency, rate: { num: 1n, den: 1n } };
}

function accountsOf(proposal: Proposal): readonly string[] {
  if (proposal.type !== 'EXECUTE_QUOTE') return [proposal.transfer.sourceId, proposal.transfer.destinationId];
  const { source, destination } = proposal.quote;
  return [...(source.sourceType === 'ACCOUNT' ? [source.accountId] : []), destinationKey(destination)];
}
