import { emit } from '../events/index.js';
import {
  birth,
  Bug,
  type Context,
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
import type { RateBook } from '../rates/index.js';
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

/** What an agent wants to set in motion. */
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

/**
 * Does what the policy lets pass, in this very unit, and keeps what the platform has to be asked about. 403 FORBIDDEN,
 * with the reason in `details.reason`, for what breaks the policy; nothing is left of it then.
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
  // Two calls at once both find no action of a quote: the second has to find that of the first.
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
  tx.add(AGENT_ACTIONS, action, { conflicts: { quote: err('CONFLICT', 'the quote has an action already').error } });
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

/** What the policy says of a proposal now. */
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

/** Reserves what it takes of the limits and starts the operation, as the agent. Answers the id of its transaction. */
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

/** A transfer as its operation is asked for it: what the record has no value for is left out. */
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

/** What an action that waits proposes; `networkFee` as it was asked for just before. */
export function proposalOf(
  { type, platformCustomerId, transfer, stamp }: AgentAction,
  quote: Quote | null,
  networkFee: WithdrawalFee,
): Proposal {
  if (type === 'EXECUTE_QUOTE') {
    if (quote === null) throw new Bug('an action has lost its quote');
    return { type, platformCustomerId, quote, stamp };
  }
  if (transfer === null) throw new Bug('an action has no transfer');
  return type === 'TRANSFER_IN'
    ? { type, platformCustomerId, transfer }
    : { type, platformCustomerId, transfer, networkFee };
}

/** Whether a quote can still be executed by call: 400 INVALID_INPUT, 409 CONFLICT. */
export function executable(ctx: Context, quote: Quote): Result<void> {
  if (quote.source.sourceType === 'REALTIME_FUNDING') {
    return invalidFields([{ field: 'quoteId', message: 'a realtime-funding quote executes when its money arrives' }]);
  }
  if (quote.status !== 'PENDING') return err('CONFLICT', `the quote is ${quote.status}`);
  return quote.expiresAt <= ctx.now ? err('CONFLICT', 'the quote is EXPIRED') : ok();
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
