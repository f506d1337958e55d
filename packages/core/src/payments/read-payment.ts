import { AGENT_ACTIONS } from '../agents/index.js';
import { CARD_DISPUTES, CARD_REFUNDS, NETWORK_MESSAGES } from '../cards/index.js';
import { EVENTS, JOBS } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type IdType, isId, PENDING_COMMANDS, type Reads, readAll } from '../kernel/index.js';
import { lineId, POSTINGS } from '../ledger/index.js';
import { type Quote, QUOTES } from '../quotes/index.js';
import { ARRIVALS, DEPOSITS, RAIL_MESSAGES, type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { UMA_RECEIPTS } from '../uma/index.js';
import type { Payment } from './timeline.js';

/** By the type of an id, the id of a record that is nearer to the payment; null if the record does not exist. */
type Nearer = { readonly [T in IdType]?: (reads: Reads, id: string) => Promise<string | null> };

const NEARER: Nearer = {
  Refund: async (reads, id) => (await reads.find(TRANSACTIONS, 'refund_reference', [id]))?.id ?? null,
  Arrival: async (reads, id) => {
    const arrival = await reads.get(ARRIVALS, id);
    return arrival?.depositId ?? arrival?.transactionId ?? null;
  },
  RailMessage: async (reads, id) => (await reads.get(RAIL_MESSAGES, id))?.subject ?? null,
  Exception: async (reads, id) => (await reads.get(EXCEPTIONS, id))?.subject ?? null,
  JournalEntry: async (reads, id) => {
    const entryId = id as Parameters<typeof lineId>[0];
    return (await reads.get(POSTINGS, lineId(entryId, 0)))?.cause ?? null;
  },
  Webhook: async (reads, id) => (await reads.get(EVENTS, id))?.resource ?? null,
  Job: async (reads, id) => (await reads.get(JOBS, id))?.subject ?? null,
  Request: async (reads, id) => (await reads.get(PENDING_COMMANDS, id))?.path ?? null,
  AgentAction: async (reads, id) => {
    const action = await reads.get(AGENT_ACTIONS, id);
    return action?.transactionId ?? action?.quoteId ?? null;
  },
  CardRefund: async (reads, id) => (await reads.get(CARD_REFUNDS, id))?.transactionId ?? null,
  CardDispute: async (reads, id) => (await reads.get(CARD_DISPUTES, id))?.transactionId ?? null,
  NetworkMessage: async (reads, id) => (await reads.get(NETWORK_MESSAGES, id))?.transactionId ?? null,
};

/** An event leads to an exception, which leads to a deposit: no record is further from its payment. */
const MOST_STEPS = 4;

/**
 * The id of the transaction, quote or deposit that an id belongs to: one of these, or the id of a refund, an arrival, a
 * message, an exception, a journal entry, an event, a job, a challenge, or an action of an agent. Null for any other.
 */
export async function paymentIdOf(reads: Reads, id: string): Promise<string | null> {
  let at = id;
  for (let step = 0; step < MOST_STEPS; step++) {
    if (isId('Transaction', at) || isId('Quote', at) || isId('Deposit', at)) return at;
    const type = Object.keys(NEARER).find((candidate) => isId(candidate as IdType, at)) as keyof Nearer | undefined;
    const nearer = type === undefined ? null : await NEARER[type]!(reads, at);
    if (nearer === null) return null;
    at = nearer;
  }
  return null;
}

/** The payment that an id belongs to (`paymentIdOf`); null if there is none. */
export async function readPayment(reads: Reads, id: string): Promise<Payment | null> {
  const found = await paymentIdOf(reads, id);
  if (found === null) return null;
  if (isId('Transaction', found)) {
    const transaction = await reads.get(TRANSACTIONS, found);
    if (transaction === null) return null;
    const quote = transaction.quoteId === null ? null : await reads.get(QUOTES, transaction.quoteId);
    return withDeposits(reads, transaction, quote);
  }
  if (isId('Quote', found)) {
    const quote = await reads.get(QUOTES, found);
    return quote && withDeposits(reads, await transactionOf(reads, quote), quote);
  }
  const deposit = await reads.get(DEPOSITS, found);
  if (deposit === null) return null;
  const quote = await reads.find(QUOTES, 'reference', [deposit.reference]);
  if (quote !== null) return withDeposits(reads, await transactionOf(reads, quote), quote);
  return { transaction: null, quote: null, deposits: [deposit] };
}

/** A quote reserves the id of its transaction before there is one. */
const transactionOf = (reads: Reads, { transactionId }: Quote): Promise<Transaction | null> =>
  reads.get(TRANSACTIONS, transactionId);

/** The reference of a quote is for one payment; that of an account is for many, which have nothing to do with each other. */
async function withDeposits(reads: Reads, transaction: Transaction | null, quote: Quote | null): Promise<Payment> {
  const reference = quote?.reference ?? null;
  const deposits = reference === null ? [] : await readAll(reads, DEPOSITS, { reference });
  return { transaction, quote, deposits };
}

/** The approval of an incoming payment of another institution; null if the payment has none. */
export const approvalOf = (reads: Reads, { transaction }: Payment) =>
  transaction?.type === 'INCOMING' ? reads.get(UMA_RECEIPTS, transaction.id) : Promise.resolve(null);
