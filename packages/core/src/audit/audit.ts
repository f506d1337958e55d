import { ACCOUNT_PASS, BALANCE_PASS, CUSTOMER_PASS, EXTERNAL_ACCOUNT_PASS } from './accounts.js';
import { AGENT_ACTION_PASS, AGENT_USAGE_PASS } from './agents.js';
import { ARRIVAL_PASS } from './arrivals.js';
import { type Books, type CardMoves, createTally, run } from './books.js';
import { CARD_PASS, inspectRefunds, inspectReserves } from './cards.js';
import { inspectEntries } from './entries.js';
import { BOOKING_PASS, EXCEPTION_PASS } from './exceptions.js';
import { IMPORT_PASS } from './imports.js';
import { INVITATION_PASS } from './invitations.js';
import { DEPOSIT_PASS, QUOTE_PASS, TRANSACTION_PASS } from './payments.js';
import { VERIFICATION_PASS } from './verification.js';
import { VOLUME_PASS } from './volumes.js';
import { STABLECOIN_OPERATION_PASS, STABLECOIN_QUOTE_PASS } from './stablecoins.js';
import { EVENT_PASS, JOB_PASS } from './work.js';
import type { EventType, JobKind } from '../events/index.js';
import { type FeesOf, inspectSweeps, noteFees } from './sweeps.js';
import { inspectTenants } from './tenants.js';
import type { Clock, CurrencyCode, Digest, Reads, Sealer, TenantKey, UnitOfWork } from '../kernel/index.js';
import { auditLedger, type EntryKind, inspectPositions } from '../ledger/index.js';
import { inspectSeals, type SealedSummary } from '../seals/index.js';

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
  /** The chain that seals postings and events; null where one tenant was audited, for the chain is of all. */
  readonly sealed: SealedSummary | null;
}

export interface AuditPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly digest: Digest;
  /** Opens the key of the seals; null without the master key: then their signatures are not looked at. */
  readonly sealer: Sealer | null;
}

/** What is audited. */
export interface AuditScope {
  /** One tenant; default all of them, and what is of the host. */
  readonly tenant?: TenantKey | undefined;
  /** Head of the seals as it was printed by an earlier audit: it must still be part of the chain. */
  readonly keptHead?: string | undefined;
}

/**
 * Proves books, payments, accounts, events and jobs against each other (behaviour, "Ledger"): each transaction has
 * exactly the entries and the events of the way that its state tells, with the amounts of its quote, and the job that
 * takes it further; each entry has its cause, each change of a balance its event. Without a tenant: all of them, each in
 * one consistent read, for nothing that is proved spans two, and the chain of seals in another.
 */
export async function audit(ports: AuditPorts, { tenant, keptHead }: AuditScope = {}): Promise<AuditReport> {
  const { units, digest, sealer } = ports;
  const whole = tenant === undefined ? await units.read(null, inspectTenants) : null;
  const findings = [...(whole?.findings ?? [])];
  const checked = { entries: 0, transactions: 0, quotes: 0, events: 0, exceptions: 0 };
  const receivables: Receivable[] = [];
  for (const each of whole?.tenants ?? [tenant!]) {
    const report = await units.read(each, (reads) => auditTenant(ports, reads, each));
    for (const finding of report.findings) findings.push(finding);
    receivables.push(...report.receivables);
    checked.entries += report.checked.entries;
    checked.transactions += report.checked.transactions;
    checked.quotes += report.checked.quotes;
    checked.events += report.checked.events;
    checked.exceptions += report.checked.exceptions;
  }
  if (whole === null) return { findings, receivables, checked, sealed: null };
  findings.push(...(await units.read(null, inspectPositions)));
  const seals = await units.read(null, (reads) => inspectSeals(reads, { digest, sealer, keptHead: keptHead ?? null }));
  return { findings: [...findings, ...seals.findings], receivables, checked, sealed: seals.summary };
}

/** A pass takes from the books what it accounts for; what remains in the end is of nobody. */
async function auditTenant(
  { clock, digest }: AuditPorts,
  reads: Reads,
  tenant: TenantKey,
): Promise<Omit<AuditReport, 'sealed'>> {
  const entries = createTally<EntryKind>();
  const cardMoves: CardMoves = new Map();
  const fees = new Map<string, FeesOf>();
  const ledger = await auditLedger(reads, {
    tenant,
    inspectEntries: (posted) => {
      noteFees(fees, posted);
      return inspectEntries({ reads, tenant, entries, cardMoves }, posted);
    },
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
    refunded: new Map(),
    announced: new Map(),
    retried: new Map(),
    agentSpend: new Map(),
    told: new Map(),
    now: clock.now(),
    digest,
  };
  const findings = [...ledger.findings, ...inspectSweeps(fees)];
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
  findings.push(...(await inspectReserves(books)), ...(await inspectRefunds(books)));
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
