import { EVENTS, type EventType } from './events/index.js';
import type { TenantKey, UnitOfWork } from './kernel/index.js';
import { auditLedger, type EntryKind, everyRecord } from './ledger/index.js';
import { QUOTES, type QuoteStatus } from './quotes/index.js';
import { DEPOSITS, type Deposit, type Transaction, TRANSACTIONS } from './transactions/index.js';

export interface AuditReport {
  /** One sentence for each thing that does not agree; none when all does. */
  readonly findings: readonly string[];
  readonly checked: {
    readonly entries: number;
    readonly transactions: number;
    readonly quotes: number;
    readonly events: number;
  };
}

/**
 * Proves books, payments and events against each other (behaviour, "Ledger"), in one consistent read: each
 * transaction has exactly the entries and the events of the way that its state tells, each entry has its cause,
 * each change of a balance its event. Without a tenant: all of them.
 */
export function audit(units: UnitOfWork, tenant: TenantKey | null = null): Promise<AuditReport> {
  return units.read(tenant, async (reads) => {
    const ledger = await auditLedger(reads);
    const findings = [...ledger.findings];
    const causes = new Map(ledger.entriesByCause);

    const events = new Map<string, EventType[]>();
    let eventCount = 0;
    for await (const event of everyRecord(reads, EVENTS)) {
      eventCount += 1;
      const types = events.get(event.resource);
      if (types === undefined) events.set(event.resource, [event.type]);
      else types.push(event.type);
    }

    const statuses = new Map<string, Transaction>();
    for await (const transaction of everyRecord(reads, TRANSACTIONS)) {
      statuses.set(transaction.id, transaction);
      const entries = causes.get(transaction.id) ?? [];
      causes.delete(transaction.id);
      findings.push(...differences(`entries of ${transaction.id}`, expectedEntries(transaction), entries));
      findings.push(
        ...differences(`events of ${transaction.id}`, expectedEvents(transaction), events.get(transaction.id) ?? []),
      );
    }
    for await (const deposit of everyRecord(reads, DEPOSITS)) {
      findings.push(
        ...differences(`entries of ${deposit.id}`, expectedOfDeposit(deposit), causes.get(deposit.id) ?? []),
      );
      causes.delete(deposit.id);
    }
    for (const [cause, kinds] of causes) {
      const swept = cause.startsWith('InternalAccount:') && kinds.every((kind) => kind === 'FEE_SWEEP');
      if (!swept) findings.push(`entries ${kinds.join(', ')} have no cause: ${cause}`);
    }

    for (const [account, changes] of ledger.balanceChanges) {
      const told = (events.get(account) ?? []).filter((type) => type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED').length;
      if (told !== changes) findings.push(`${account} changed ${changes} times and was announced ${told} times`);
    }

    let quoteCount = 0;
    for await (const quote of everyRecord(reads, QUOTES)) {
      quoteCount += 1;
      const transaction = statuses.get(quote.transactionId);
      const agreed = QUOTE_OF[quote.status];
      if (!agreed(transaction)) {
        findings.push(`${quote.id} is ${quote.status}, its transaction is ${transaction?.status ?? 'not there'}`);
      }
    }
    return {
      findings,
      checked: { entries: ledger.entries, transactions: statuses.size, quotes: quoteCount, events: eventCount },
    };
  });
}

type Agreed = (transaction: Transaction | undefined) => boolean;
const returned: Agreed = (t) => t?.status === 'FAILED' && t.failureReason === 'PAYOUT_RETURNED';

/** What a quote's status says of its transaction. */
const QUOTE_OF: Readonly<Record<QuoteStatus, Agreed>> = {
  PENDING: (t) => t === undefined,
  PENDING_AUTHORIZATION: (t) => t === undefined,
  PROCESSING: (t) => t?.status === 'PROCESSING',
  COMPLETED: (t) => t?.status === 'COMPLETED' || returned(t),
  FAILED: (t) => t?.status === 'FAILED' && !returned(t),
  EXPIRED: (t) => t === undefined || (t.status === 'FAILED' && t.failureReason === 'QUOTE_EXPIRED'),
};

const isMisfunded = (t: Transaction): boolean =>
  t.failureReason === 'FUNDING_AMOUNT_MISMATCH' || t.failureReason === 'QUOTE_EXPIRED';

function expectedEntries(t: Transaction): readonly EntryKind[] {
  if (t.type === 'INCOMING') return t.status === 'COMPLETED' ? ['DEPOSIT'] : [];
  const fromAccount = t.source?.sourceType === 'ACCOUNT';
  const entries: EntryKind[] = [fromAccount ? 'HOLD' : 'FUNDING'];
  if (t.status === 'COMPLETED') entries.push('SETTLEMENT');
  if (t.failureReason === 'PAYOUT_RETURNED') entries.push('SETTLEMENT', 'SETTLEMENT_REVERSAL');
  if (t.refundStatus === 'COMPLETED') entries.push(fromAccount ? 'HOLD_RELEASE' : 'FUNDING_REFUND');
  if (t.refundStatus === 'FAILED' && fromAccount) entries.push('REFUND_FAILED');
  return entries;
}

function expectedEvents(t: Transaction): readonly EventType[] {
  if (t.type === 'INCOMING') return [`INCOMING_PAYMENT.${t.status}` as EventType];
  const events: EventType[] = isMisfunded(t) ? [] : ['OUTGOING_PAYMENT.PROCESSING'];
  if (t.status === 'COMPLETED' || t.failureReason === 'PAYOUT_RETURNED') events.push('OUTGOING_PAYMENT.COMPLETED');
  if (t.status === 'FAILED') events.push('OUTGOING_PAYMENT.FAILED');
  if (t.refundStatus !== null) events.push('OUTGOING_PAYMENT.REFUND_PENDING');
  if (t.refundStatus !== null && t.refundStatus !== 'PENDING') {
    events.push(`OUTGOING_PAYMENT.REFUND_${t.refundStatus}`);
  }
  return events;
}

const expectedOfDeposit = (deposit: Deposit): readonly EntryKind[] =>
  deposit.status === 'RETURNED' ? ['SUSPENSE_IN', 'SUSPENSE_RETURN'] : ['SUSPENSE_IN'];

function differences(what: string, expected: readonly string[], found: readonly string[]): readonly string[] {
  const same = [...expected].sort().join(', ') === [...found].sort().join(', ');
  return same ? [] : [`${what}: expected ${expected.join(', ') || 'none'}, found ${found.join(', ') || 'none'}`];
}
