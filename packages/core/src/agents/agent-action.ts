import type { PaymentRail } from '../accounts/index.js';
import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Id,
  machine,
  type Reads,
  recordKind,
  type StateOf,
} from '../kernel/index.js';
import { type Quote, QUOTES } from '../quotes/index.js';
import { type Transaction, TRANSACTIONS } from '../transactions/index.js';

declare module '../events/event-types.js' {
  interface EventSnapshots {
    readonly AGENT_ACTION: AgentActionView;
  }
}

/** The states of an agent action: a payment that an agent has started or requested. */
export const AGENT_ACTION = machine('Agent action', 'status', ['APPROVED', 'REJECTED', 'FAILED'], [
  { from: null, on: 'run', to: 'APPROVED', emits: null, why: 'the policy allows the operation without an approval' },
  {
    from: null,
    on: 'ask',
    to: 'PENDING_APPROVAL',
    emits: 'AGENT_ACTION.PENDING_APPROVAL',
    why: 'the policy requires an approval',
  },
  {
    from: 'PENDING_APPROVAL',
    on: 'approve',
    to: 'APPROVED',
    emits: null,
    why: 'approved, and its operation has started',
  },
  { from: 'PENDING_APPROVAL', on: 'reject', to: 'REJECTED', emits: null, why: 'the platform has rejected the action' },
  {
    from: 'PENDING_APPROVAL',
    on: 'fail',
    to: 'FAILED',
    emits: null,
    why: 'approved, but its operation could not start, for example because of a limit or an expired quote',
  },
] as const);
export type AgentActionStatus = StateOf<typeof AGENT_ACTION>;

export const AGENT_ACTION_TYPES = ['EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN'] as const;
export type AgentActionType = (typeof AGENT_ACTION_TYPES)[number];

/** The requested transfer of an action. Smallest units of the currency of both accounts. */
export interface AgentTransfer {
  readonly sourceId: string;
  readonly destinationId: string;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly paymentRail: PaymentRail | null;
  readonly remittanceInformation: string | null;
  readonly purposeOfPayment: string | null;
}

export interface AgentAction extends BaseRecord {
  readonly id: Id<'AgentAction'>;
  readonly agentId: Id<'Agent'>;
  readonly customerId: Id<'Customer'>;
  readonly platformCustomerId: string;
  readonly status: AgentActionStatus;
  readonly type: AgentActionType;
  /** Set if the type is EXECUTE_QUOTE, otherwise null. A quote has at most one action. */
  readonly quoteId: Id<'Quote'> | null;
  /** Set if the action is a transfer; null for EXECUTE_QUOTE. */
  readonly transfer: AgentTransfer | null;
  /** The stamp of the wallet owner that came with the request. */
  readonly stamp: string | null;
  /** Whether the policy required an approval. */
  readonly wasAsked: boolean;
  readonly transactionId: Id<'Transaction'> | null;
  /** The amount that counts against the limits, once the operation of the action has started. */
  readonly spent: { readonly amount: bigint; readonly currency: CurrencyCode; readonly day: string } | null;
  /** Why the action was rejected or failed. */
  readonly rejectionReason: string | null;
}

export const AGENT_ACTIONS = recordKind<AgentAction>()({
  name: 'agent_actions',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    agentId: 'text',
    customerId: 'text',
    platformCustomerId: 'text',
    status: 'text',
    type: 'text',
    quoteId: 'text?',
    transfer: 'json?',
    stamp: 'text?',
    wasAsked: 'flag',
    transactionId: 'text?',
    spent: 'json?',
    rejectionReason: 'text?',
  },
  states: ['status'],
  unique: [{ name: 'quote', columns: ['quoteId'] }],
  filters: ['agentId', 'customerId', 'status'],
  immutable: ['agentId', 'customerId', 'platformCustomerId', 'type', 'quoteId', 'transfer', 'stamp', 'wasAsked'],
});

/** An action with its quote and transaction, as they are now. */
export interface AgentActionView extends AgentAction {
  readonly quote: Quote | null;
  readonly transaction: Transaction | null;
}

/** The actions with their quotes and transactions, in the given order. */
export async function viewsOf(reads: Reads, actions: readonly AgentAction[]): Promise<readonly AgentActionView[]> {
  const ids = <T>(of: (action: AgentAction) => T | null): readonly T[] => actions.map(of).filter((id) => id !== null);
  const quotes = await reads.getMany(
    QUOTES,
    ids(({ quoteId }) => quoteId),
  );
  const transactions = await reads.getMany(
    TRANSACTIONS,
    ids(({ transactionId }) => transactionId),
  );
  const quoteOf = new Map<string, Quote>(quotes.map((quote) => [quote.id, quote]));
  const transactionOf = new Map<string, Transaction>(transactions.map((transaction) => [transaction.id, transaction]));
  return actions.map((action) => ({
    ...action,
    quote: quoteOf.get(action.quoteId ?? '') ?? null,
    transaction: transactionOf.get(action.transactionId ?? '') ?? null,
  }));
}

export async function viewOf(reads: Reads, action: AgentAction): Promise<AgentActionView> {
  return (await viewsOf(reads, [action]))[0]!;
}
