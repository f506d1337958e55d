import { ACCOUNT_PASS, BALANCE_PASS, CUSTOMER_PASS, EXTERNAL_ACCOUNT_PASS } from './audit-accounts.js';
import { AGENT_ACTION_PASS, AGENT_USAGE_PASS } from './audit-agents.js';
import { ARRIVAL_PASS } from './audit-arrivals.js';
import { type Books, type CardMoves, createTally, run } from './audit-books.js';
import { CARD_PASS, inspectReserves } from './audit-cards.js';
import { inspectEntries } from './audit-entries.js';
import { BOOKING_PASS, EXCEPTION_PASS } from './audit-exceptions.js';
import { IMPORT_PASS } from './audit-imports.js';
import { INVITATION_PASS } from './audit-invitations.js';
import { DEPOSIT_PASS, QUOTE_PASS, TRANSACTION_PASS } from './audit-payments.js';
import { VERIFICATION_PASS } from './audit-verification.js';
import { VOLUME_PASS } from './audit-volumes.js';
import { STABLECOIN_OPERATION_PASS, STABLECOIN_QUOTE_PASS } from './audit-stablecoins.js';
import { EVENT_PASS, JOB_PASS } from './audit-work.js';
import type { EventType, JobKind } from './events/index.js';
import { type CurrencyCode, HOUSE_TENANTS, type Reads, type TenantKey, type UnitOfWork } from './kernel/index.js';
import { auditLedger, type EntryKind, everyRecord, inspectPositions } from './ledger/index.js';
import { PLATFORMS, TOKENS } from './platforms/index.js';

export interface Receivable {
  /** Name of the ledger account, `receivables:<internal account>`. */
  readonly account: string;
  readonly currency: CurrencyCode;
  /** Smallest units. */
  readonly amount: bigint;
}

export interface AuditReport {
  /** One sentence for each thing that does not agree; none when all does. */
  readonly findings: readonly string[];
  /** What the owners of internal accounts owe the service: no finding, but for somebody to know. */
  readonly receivables: readonly Receivable[];
  readonly checked: {
    readonly entries: number;
    readonly transactions: number;
    readonly quotes: number;
    readonly events: number;
    readonly exceptions: number;
  };
}

/**
 * Proves books, payments, accounts, events and jobs against each other (behaviour, "Ledger"): each transaction has
 * exactly the entries and the events of the way that its state tells, with the amounts of its quote, and the job that
 * takes it further; each entry has its cause, each change of a balance its event. Without a tenant: all of them, each in
 * one consistent read, for nothing that is proved spans two.
 */
export async function audit(units: UnitOfWork, tenant: TenantKey | null = null): Promise<AuditReport> {
  const { tenants, findings } =
    tenant === null ? await units.read(null, everyTenant) : { tenants: [tenant], findings: [] };
  const checked = { entries: 0, transactions: 0, quotes: 0, events: 0, exceptions: 0 };
  const receivables: Receivable[] = [];
  for (const each of tenants) {
    const report = await units.read(each, (reads) => auditTenant(reads, each));
    for (const finding of report.findings) findings.push(finding);
    receivables.push(...report.receivables);
    checked.entries += report.checked.entries;
    checked.transactions += report.checked.transactions;
    checked.quotes += report.checked.quotes;
    checked.events += report.checked.events;
    checked.exceptions += report.checked.exceptions;
  }
  if (tenant === null) findings.push(...(await units.read(null, inspectPositions)));
  return { findings, receivables, checked };
}

/** A tenant without its platform would be passed over; its tokens still name it. */
async function everyTenant(reads: Reads): Promise<{ readonly tenants: readonly TenantKey[]; findings: string[] }> {
  const tenants = new Set<TenantKey>(HOUSE_TENANTS);
  for await (const { id } of everyRecord(reads, PLATFORMS)) tenants.add(id);
  const findings: string[] = [];
  for await (const { id, tenant } of everyRecord(reads, TOKENS)) {
    if (!tenants.has(tenant)) findings.push(`${id} is of ${tenant}, which is no platform`);
  }
  return { tenants: [...tenants], findings };
}

/** A pass takes from the books what it accounts for; what remains in the end is of nobody. */
async function auditTenant(reads: Reads, tenant: TenantKey): Promise<AuditReport> {
  const entries = createTally<EntryKind>();
  const cardMoves: CardMoves = new Map();
  const ledger = await auditLedger(reads, {
    tenant,
    inspectEntries: (posted) => inspectEntries({ reads, tenant, entries, cardMoves }, posted),
  });
  const events = createTally<EventType>();
  const jobs = createTally<JobKind>();
  const books: Books = {
    reads,
    tenant,
    entries,
    events,
    jobs,
    moves: ledger.moves,
    volumes: new Map(),
    cardMoves,
    reserved: new Map(),
    announced: new Map(),
    retried: new Map(),
    agentSpend: new Map(),
  };
  const findings = [...ledger.findings];
  await run(books, JOB_PASS, findings);
  const checked = {
    entries: ledger.entries,
    events: await run(books, EVENT_PASS, findings),
    exceptions: await run(books, EXCEPTION_PASS, findings),
    transactions: await run(books, TRANSACTION_PASS, findings),
    quotes: await run(books, QUOTE_PASS, findings),
  };
  await run(books, DEPOSIT_PASS, findings);
  await run(books, BOOKING_PASS, findings);
  await run(books, CARD_PASS, findings);
  findings.push(...(await inspectReserves(books)));
  await run(books, ARRIVAL_PASS, findings);
  await run(books, VOLUME_PASS, findings);
  await run(books, ACCOUNT_PASS, findings);
  await run(books, BALANCE_PASS, findings);
  await run(books, EXTERNAL_ACCOUNT_PASS, findings);
  await run(books, CUSTOMER_PASS, findings);
  await run(books, INVITATION_PASS, findings);
  await run(books, VERIFICATION_PASS, findings);
  await run(books, IMPORT_PASS, findings);
  await run(books, STABLECOIN_OPERATION_PASS, findings);
  await run(books, STABLECOIN_QUOTE_PASS, findings);
  await run(books, AGENT_ACTION_PASS, findings);
  await run(books, AGENT_USAGE_PASS, findings);
  for (const [cause, moves] of cardMoves)
    findings.push(`entries ${[...moves.keys()].join(', ')} have no cause: ${cause}`);
  for (const [cause, kinds] of entries.rest()) findings.push(`entries ${kinds.join(', ')} have no cause: ${cause}`);
  for (const [resource, types] of events.rest()) {
    findings.push(`events ${types.join(', ')} are about nothing: ${resource}`);
  }
  for (const [id, taken] of books.volumes) findings.push(`payments have taken ${taken} of ${id}, which is not there`);
  for (const id of books.agentSpend.keys()) findings.push(`actions have taken of ${id}, which is not there`);
  for (const account of books.announced.keys()) findings.push(`balances are announced of nothing: ${account}`);
  return { findings, receivables: ledger.owed, checked };
}
