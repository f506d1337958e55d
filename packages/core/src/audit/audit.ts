import {
  ARCHIVE_SEGMENTS,
  type ArchiveSegment,
  type ArchiveStore,
  archivedUnits,
  createSegmentReader,
  inspectAnswers,
  inspectArchive,
  lastAnswerSegment,
  lastSegment,
} from '../archive/index.js';
import { inspectFigures } from '../figures/index.js';
import {
  type Clock,
  type CurrencyCode,
  type Digest,
  type Random,
  type Reads,
  type Sealer,
  type TenantKey,
  Unavailable,
  type UnitOfWork,
} from '../kernel/index.js';
import { inspectPositions, sumPositions } from '../ledger/index.js';
import { inspectSeals, type SealedSummary } from '../seals/index.js';
import { hasVouchers, inspectVouchers, type VoucherCipher } from '../vouchers/index.js';
import type { BlobStore } from '../verification/index.js';
import { type OutsidePayment, type OwnMoney, shortfalls, unconfirmedPayments } from '../treasury/index.js';
import { walk } from './books.js';
import { inspectAccess } from './access.js';
import { inspectAddresses } from './addresses.js';
import { inspectErasedEntries } from './erased-rows.js';
import { inspectErased, inspectErasures } from './erasures.js';
import { inspectExceptions } from './exceptions.js';
import { inspectLoggedBlocks } from './logged-blocks.js';
import { inspectLoggedCases } from './logged-cases.js';
import { inspectLoggedHolds } from './logged-holds.js';
import { inspectLoggedLimits } from './logged-limits.js';
import { inspectLoggedMatches } from './logged-matches.js';
import { inspectLoggedResolutions } from './logged-resolutions.js';
import { inspectLoggedSignOffs } from './logged-sign-offs.js';
import { inspectLoggedTerms } from './logged-terms.js';
import { inspectLoggedTransfers } from './logged-transfers.js';
import { inspectTransactions } from './payments.js';
import { QUOTE_PASS } from './quotes.js';
import { inspectPostings } from './postings.js';
import { inspectRecords, inspectUnclaimed } from './records.js';
import { inspectRequests } from './requests.js';
import { inspectScreenings } from './screenings.js';
import { inspectSealed } from './sealed.js';
import { inspectTenants } from './tenants.js';
import { findingsOf, partOf, uninspectable, unitsNotingFaults } from './uninspectable.js';
import { inspectEvents, inspectJobs } from './work.js';

export interface Receivable {
  /** Name of the ledger account, `receivables:<internal account>`. */
  readonly account: string;
  readonly currency: CurrencyCode;
  /** Smallest units. */
  readonly amount: bigint;
}

export interface AuditReport {
  /** One sentence for each contradiction in the database; empty if it is consistent. */
  readonly findings: readonly string[];
  /** Open debts of the owners of internal accounts. For information; a debt is not a finding. */
  readonly receivables: readonly Receivable[];
  /** Payments outside the service that neither a statement nor a document has proven yet. For information. */
  readonly unconfirmed: readonly OutsidePayment[];
  /**
   * Where the service has spent more than its own money, so that customers' money makes up the difference. For
   * information; empty if one tenant was audited, because own money is shared by all tenants.
   */
  readonly shortfalls: readonly OwnMoney[];
  readonly checked: {
    readonly entries: number;
    readonly transactions: number;
    readonly quotes: number;
    readonly events: number;
    readonly exceptions: number;
  };
  /** The seal chain of postings, events and the operator log; null if one tenant was audited, because the chain covers all tenants, or if it cannot be inspected. */
  readonly sealed: SealedSummary | null;
}

export interface AuditPorts {
  /** The units of the storage itself. */
  readonly units: UnitOfWork;
  /** The files of the archive of events; null if this host has none. */
  readonly archive?: ArchiveStore | null;
  /** The store and the cipher of files that were exchanged with banks; null if this host has none. */
  readonly vouchers?: { readonly blobs: BlobStore; readonly cipher: VoucherCipher } | null;
  readonly clock: Clock;
  readonly digest: Digest;
  /** Chooses the hour of which the figures are counted again. */
  readonly random: Random;
  /**
   * Opens the seal key and every sealed text; null without the master key, in which case neither the signatures of seals
   * nor the sealed texts are checked.
   */
  readonly sealer: Sealer | null;
}

/** The scope of an audit. */
export interface AuditScope {
  /** One tenant; default: all tenants and the records of the host. */
  readonly tenant?: TenantKey | undefined;
  /** A head of the seal chain that an earlier audit printed; it must still be part of the chain. */
  readonly keptHead?: string | undefined;
}

/**
 * Compares ledger, payments, accounts, events and jobs with each other (docs/areas/audit.md). Each transaction must
 * have exactly the entries and events that lead to its state, with the amounts of its quote, and the job that continues
 * it; each entry must have its cause, and each change of a balance its event. Each tenant is audited in one consistent
 * read, because no check spans two tenants; the seal chain is audited in another read.
 */
export async function audit(given: AuditPorts, { tenant, keptHead }: AuditScope = {}): Promise<AuditReport> {
  const ports = { ...given, units: unitsNotingFaults(given.units) };
  const { digest, sealer, archive = null } = ports;
  const unreadable: ArchiveSegment[] = [];
  const units =
    archive === null
      ? ports.units
      : archivedUnits(
          ports.units,
          createSegmentReader({
            ...{ store: archive, digest, sealer, unreadable: 'skip' },
            onUnreadable: (segment) => unreadable.push(segment),
          }),
        );
  const whole = tenant === undefined ? await units.read(null, (reads) => auditHost(reads, ports), 'long') : null;
  const findings = [...(whole?.findings ?? [])];
  const checked = { entries: 0, transactions: 0, quotes: 0, events: 0, exceptions: 0 };
  const receivables: Receivable[] = [];
  for (const each of whole?.tenants ?? [tenant!]) {
    const report = await units.read(each, (reads) => auditTenantAsFar(ports, reads, each), 'long');
    for (const finding of report.findings) findings.push(finding);
    receivables.push(...report.receivables);
    checked.entries += report.checked.entries;
    checked.transactions += report.checked.transactions;
    checked.quotes += report.checked.quotes;
    checked.events += report.checked.events;
    checked.exceptions += report.checked.exceptions;
  }
  await assertUnchanged(ports.units, unreadable);
  const readUnconfirmed = () => units.read(null, (reads) => unconfirmedPayments(reads, tenant ?? null));
  const unconfirmed = await partOf('the payments outside the service', readUnconfirmed, [], findings);
  const shown = { receivables, unconfirmed, checked };
  if (whole === null) return { ...shown, findings, shortfalls: [], sealed: null };
  const readShort = async () => shortfalls(await sumPositions(units));
  const short = await partOf('the own money of the service', readShort, [], findings);
  const positions = () => units.read(null, inspectPositions, 'long');
  findings.push(...(await findingsOf('the trial balance', positions)));
  findings.push(...(await findingsOf('the figures', () => inspectFigures(units, ports.random))));
  const archived = () => ports.units.read(null, (reads) => archiveFindings(reads, ports), 'long');
  findings.push(...(await findingsOf('the archive', archived)));
  findings.push(...(await findingsOf('the vouchers', () => voucherFindings(ports))));
  const readSeals = async (reads: Reads): Promise<SealedSummary | null> =>
    (await inspectSeals(reads, { digest, sealer, keptHead: keptHead ?? null, uninspectable }, findings)).summary;
  const sealed = await partOf('the seals', () => units.read(null, readSeals, 'long'), null, findings);
  await assertUnchanged(ports.units, unreadable);
  return { ...shown, findings, shortfalls: short, sealed };
}

/** A file that an erasure has replaced cannot be read in the state of an earlier read. Throws `Unavailable`. */
async function assertUnchanged(units: UnitOfWork, unreadable: readonly ArchiveSegment[]): Promise<void> {
  for (const { id, digest } of unreadable) {
    const now = await units.read(null, (reads) => reads.get(ARCHIVE_SEGMENTS, id));
    if (now !== null && now.digest !== digest)
      throw new Unavailable('personal data were erased from the archive during the audit: run the audit again');
  }
}

async function archiveFindings(
  reads: Reads,
  { archive = null, digest, sealer }: Pick<AuditPorts, 'archive' | 'digest' | 'sealer'>,
): Promise<readonly string[]> {
  if (archive !== null) {
    const ports = { store: archive, digest, sealer };
    const events = await inspectArchive(reads, ports);
    return [...events.findings, ...(await inspectAnswers(reads, ports)).findings];
  }
  const findings: string[] = [];
  if ((await lastSegment(reads)) !== null)
    findings.push('events were archived, but no archive is given: they count as missing');
  if ((await lastAnswerSegment(reads)) !== null)
    findings.push('answers were archived, but no archive is given: their files were not read');
  return findings;
}

async function voucherFindings({ units, vouchers = null, digest, sealer }: AuditPorts): Promise<readonly string[]> {
  if (vouchers !== null) return inspectVouchers({ ...vouchers, units, digest, sealer });
  return (await hasVouchers(units))
    ? ['files of banks were kept, but no store of them is given: they were not read']
    : [];
}

/** Lists all tenants, and inspects the records of the host. */
async function auditHost(
  reads: Reads,
  { digest, sealer }: Pick<AuditPorts, 'digest' | 'sealer'>,
): ReturnType<typeof inspectTenants> {
  const { tenants, findings } = await inspectTenants(reads);
  const parts: readonly (readonly [what: string, inspected: () => Promise<readonly string[]>])[] = [
    ['the access of operators and tokens', () => inspectAccess(reads, digest)],
    ['the approvals in the operator log', () => inspectRequests(reads, digest)],
    ['the log of blocks', () => inspectLoggedBlocks(reads)],
    ['the log of terms', () => inspectLoggedTerms(reads, digest)],
    ['the log of safeguarding reports', () => inspectLoggedSignOffs(reads, digest)],
    ['the log of matches', () => inspectLoggedMatches(reads)],
    ['the screenings', () => inspectScreenings(reads)],
    ['the log of legal holds', () => inspectLoggedHolds(reads)],
    ['the log of exceptions', () => inspectLoggedResolutions(reads)],
    ['the log of cases', () => inspectLoggedCases(reads)],
    ['the log of limits', () => inspectLoggedLimits(reads)],
    ['the log of transfers', () => inspectLoggedTransfers(reads)],
    ['the erasures', () => inspectErasures(reads)],
    ['the erased entries of the operator log', () => inspectErasedEntries(reads)],
    ['the UMA addresses', () => inspectAddresses(reads)],
    ['the sealed texts of the host', async () => (sealer === null ? [] : inspectSealed(reads, sealer, 'host'))],
  ];
  const all = [...findings];
  for (const [what, inspected] of parts) all.push(...(await findingsOf(what, inspected)));
  return { tenants, findings: all };
}

type TenantReport = Pick<AuditReport, 'findings' | 'receivables' | 'checked'>;

/** One finding of a tenant whose records cannot be inspected at all, so that the others are. */
async function auditTenantAsFar(ports: AuditPorts, reads: Reads, tenant: TenantKey): Promise<TenantReport> {
  try {
    return await auditTenant(ports, reads, tenant);
  } catch (thrown) {
    const checked = { entries: 0, transactions: 0, quotes: 0, events: 0, exceptions: 0 };
    return { findings: [uninspectable(tenant, thrown)], receivables: [], checked };
  }
}

/** Each pass needs the results that earlier passes have added to the audit's state. */
async function auditTenant(
  { clock, digest, sealer }: AuditPorts,
  reads: Reads,
  tenant: TenantKey,
): Promise<TenantReport> {
  const posted = await inspectPostings({ reads, tenant, now: clock.now(), digest });
  const planned = await inspectJobs(posted.books);
  const inspected = await inspectEvents(planned.books);
  const decided = await inspectExceptions(inspected.books);
  const paid = await inspectTransactions(decided.books);
  const quotes = await walk(paid.books, QUOTE_PASS);
  const records = await inspectRecords(paid.books);
  const readSealed = async () => (sealer === null ? [] : inspectSealed(reads, sealer, 'tenant'));
  const sealed = await findingsOf(`the sealed texts of ${tenant}`, readSealed);
  const erased = await findingsOf(`the erased customers of ${tenant}`, () => inspectErased(reads));
  const passes = [posted, planned, inspected, decided, paid, quotes, records];
  return {
    findings: [...passes.flatMap(({ findings }) => findings), ...inspectUnclaimed(records.books), ...sealed, ...erased],
    receivables: posted.receivables,
    checked: {
      entries: posted.count,
      transactions: paid.count,
      quotes: quotes.count,
      events: inspected.count,
      exceptions: decided.count,
    },
  };
}
