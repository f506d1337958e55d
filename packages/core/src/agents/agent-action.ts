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

/** What an agent set in motion, or asked for (interface, "States and transitions"). */
export const AGENT_ACTION = machine('Agent action', 'status', ['APPROVED', 'REJECTED', 'FAILED'], [
  { from: null, on: 'run', to: 'APPROVED', emits: null, why: 'its policy lets it pass' },
  {
    from: null,
    on: 'ask',
    to: 'PENDING_APPROVAL',
    emits: 'AGENT_ACTION.PENDING_APPROVAL',
    why: 'its policy asks the platform',
  },
  {
    from: 'PENDING_APPROVAL',
    on: 'approve',
    to: 'APPROVED',
    emits: null,
    why: 'approved, and its operation has begun',
  },
  { from: 'PENDING_APPROVAL', on: 'reject', to: 'REJECTED', emits: null, why: 'the platform rejects it' },
  {
    from: 'PENDING_APPROVAL',
    on: 'fail',
    to: 'FAILED',
    emits: null,
    why: 'approved, but its operation cannot begin: a limit, an expired quote',
  },
] as const);
export type AgentActionStatus = StateOf<typeof AGENT_ACTION>;

export const AGENT_ACTION_TYPES = ['EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN'] as const;
export type AgentActionType = (typeof AGENT_ACTION_TYPES)[number];

/** The transfer of an action, as it was asked for. Smallest units of the currency of both accounts. */
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
  /** Of EXECUTE_QUOTE: a quote has one action. */
  readonly quoteId: Id<'Quote'> | null;
  /** Of the others. */
  readonly transfer: AgentTransfer | null;
  /** The stamp of a wallet's owner that came with it. */
  readonly stamp: string | null;
  /** Whether the platform was asked. */
  readonly wasAsked: boolean;
  readonly transactionId: Id<'Transaction'> | null;
  /** What it took of the agent's limits, once its operation had begun. */
  readonly spent: { readonly amount: bigint; readonly currency: CurrencyCode; readonly day: string } | null;
  /** Why it was rejected, or could not begin. */
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

/** An action with the records that it is about, as they are now. */
export interface AgentActionView extends AgentAction {
  readonly quote: Quote | null;
  readonly transaction: Transaction | null;
}

/** The actions with what they are about, in the order in which they came. */
export async function viewsOf(reads: Reads, actions: readonly AgentAction[]): Promise<readonly AgentActionView[]> {
  const ids = <T>(of: (action: AgentAction) => T | null): readonly T[] => actions.map(of).filter((id) => id !== null);
  const quoteIds = ids(({ quoteId }) => quoteId);
  const transactionIds = ids(({ transactionId }) => transactionId);
  const quotes = quoteIds.length === 0 ? [] : await reads.getMany(QUOTES, quoteIds);
  const transactions = transactionIds.length === 0 ? [] : await reads.getMany(TRANSACTIONS, transactionIds);
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
