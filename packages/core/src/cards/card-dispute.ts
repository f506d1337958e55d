import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Id,
  type Instant,
  machine,
  type Reads,
  readAll,
  recordKind,
  type StateOf,
} from '../kernel/index.js';
import { amountText } from '../money/index.js';

/** The states in which the network or the processor has not decided. */
const OPEN_STATES = ['OPEN', 'SUBMITTED', 'CHARGED_BACK', 'REPRESENTED', 'PRE_ARBITRATION', 'ARBITRATION'] as const;
type OpenState = (typeof OPEN_STATES)[number];

/** The rows that lead from several states to one. */
const rows = <From extends OpenState, const On extends string, const To extends string>(
  from: readonly From[],
  on: On,
  to: To,
  why: string,
) => from.map((state) => ({ from: state, on, to, emits: null, why }));

const except = <S extends OpenState>(...states: readonly S[]) =>
  OPEN_STATES.filter((state): state is Exclude<OpenState, S> => !(states as readonly OpenState[]).includes(state));

/** The states of a dispute. Messages of the network can overtake each other, so it can skip and repeat states. */
export const CARD_DISPUTE = machine(
  'Card dispute',
  'status',
  ['WON', 'LOST', 'WITHDRAWN', 'REJECTED'],
  [
    { from: null, on: 'open', to: 'OPEN', emits: null, why: 'opened by the platform or an operator' },
    { from: null, on: 'hear', to: 'SUBMITTED', emits: null, why: 'the processor has opened it' },
    ...rows(['OPEN'], 'submit', 'SUBMITTED', 'the processor has it'),
    ...rows(['OPEN', 'SUBMITTED'], 'reject', 'REJECTED', 'the processor does not take it to the network'),
    ...rows(['OPEN', 'SUBMITTED'], 'withdraw', 'WITHDRAWN', 'the platform or an operator gives it up'),
    ...rows(except('CHARGED_BACK'), 'charge-back', 'CHARGED_BACK', 'the network has paid the amount back'),
    ...rows(
      except('REPRESENTED'),
      'represent',
      'REPRESENTED',
      'the merchant contests it, and the network took the amount',
    ),
    ...rows(except('PRE_ARBITRATION'), 'pre-arbitrate', 'PRE_ARBITRATION', 'the parties try to settle it'),
    ...rows(except('ARBITRATION'), 'arbitrate', 'ARBITRATION', 'the network decides'),
    ...rows(OPEN_STATES, 'win', 'WON', 'it is decided for the cardholder'),
    ...rows(OPEN_STATES, 'lose', 'LOST', 'it is decided for the merchant'),
  ],
);
export type CardDisputeStatus = StateOf<typeof CARD_DISPUTE>;

export const DISPUTE_REASONS = [
  'FRAUD',
  'NOT_RECEIVED',
  'NOT_AS_DESCRIBED',
  'DUPLICATE',
  'CANCELLED',
  'CREDIT_NOT_PROCESSED',
  'WRONG_AMOUNT',
  'OTHER',
] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

/** A card payment that its cardholder contests. Amounts in smallest units of the card's currency. */
export interface CardDispute extends BaseRecord {
  readonly id: Id<'CardDispute'>;
  readonly transactionId: Id<'Transaction'>;
  readonly cardId: Id<'Card'>;
  readonly customerId: Id<'Customer'>;
  /** The issuer of the card, which takes the dispute to the network. */
  readonly processor: string;
  /** The network's id of the clearing that is contested; null for the use as a whole. */
  readonly clearingId: string | null;
  /** The network's id of the dispute; null until it has told one. */
  readonly networkCaseId: string | null;
  readonly currency: CurrencyCode;
  /** The contested amount. */
  readonly amount: bigint;
  readonly reason: DisputeReason;
  /** The reason as the network tells it. */
  readonly networkReason: string | null;
  /** What the platform says about it. */
  readonly explanation: string | null;
  readonly status: CardDisputeStatus;
  readonly openedBy: 'PLATFORM' | 'OPERATOR' | 'PROCESSOR';
  /** By when the present state needs an answer; null if nothing is due. */
  readonly dueAt: Instant | null;
  /** The network's date of the last message that set the state. A message of an earlier date does not set it. */
  readonly decidedAt: Instant | null;
  /** When it ended. */
  readonly endedAt: Instant | null;
  /** What the network has paid and not taken back, and what of it waits; below zero, it took more than it paid. */
  readonly received: bigint;
  /** What the account has provisionally. */
  readonly provisional: bigint;
  /** What went where a return goes, because the dispute was won, and was not taken back. */
  readonly paid: bigint;
  /** What the service bears of it by the decision of operators; below zero, what it keeps. */
  readonly writtenOff: bigint;
  /** The fees of the network, less what it paid back of them. */
  readonly fees: bigint;
  /** The number of changes of the state, with the opening. */
  readonly changes: number;
}

export const CARD_DISPUTES = recordKind<CardDispute>()({
  name: 'card_disputes',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    transactionId: 'text',
    cardId: 'text',
    customerId: 'text',
    processor: 'text',
    clearingId: 'text?',
    networkCaseId: 'text?',
    currency: 'text',
    amount: 'amount',
    reason: 'text',
    networkReason: 'text?',
    explanation: 'text?',
    status: 'text',
    openedBy: 'text',
    dueAt: 'instant?',
    decidedAt: 'instant?',
    endedAt: 'instant?',
    received: 'amount',
    provisional: 'amount',
    paid: 'amount',
    writtenOff: 'amount',
    fees: 'amount',
    changes: 'int',
  },
  states: ['status'],
  unique: [{ name: 'network_case', columns: ['processor', 'networkCaseId'] }],
  filters: ['transactionId', 'customerId', 'status'],
  immutable: [
    ...(['transactionId', 'cardId', 'customerId', 'processor', 'currency', 'amount', 'reason'] as const),
    ...(['explanation', 'openedBy'] as const),
  ],
});

export const isUndecided = ({ status }: Pick<CardDispute, 'status'>): boolean =>
  (OPEN_STATES as readonly string[]).includes(status);

/** Whether nothing of a dispute waits any more, neither a decision nor money. */
export const isSettled = (dispute: CardDispute): boolean =>
  !isUndecided(dispute) && dispute.received === 0n && dispute.provisional === 0n;

/** The disputes of a card transaction, the newest first. */
export const disputesOf = async (reads: Reads, transactionId: Id<'Transaction'>): Promise<readonly CardDispute[]> =>
  [...(await readAll(reads, CARD_DISPUTES, { transactionId }))].reverse();

/** Whether a customer has a dispute that waits for a decision or for money. */
export const hasOpenDisputes = async (reads: Reads, customerId: string): Promise<boolean> =>
  (await readAll(reads, CARD_DISPUTES, { customerId: customerId as Id<'Customer'> })).some(
    (dispute) => !isSettled(dispute),
  );

export const disputeText = ({ id, amount, currency }: CardDispute): string =>
  `the dispute ${id} of ${amountText(amount, currency)}`;
