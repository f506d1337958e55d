import { createFileArchive, createVoucherCipher } from '@corridor/adapters-storage/blobs';
import { nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
import { type AuditReport, ENVIRONMENTS, toIso } from '@corridor/core';
import type { UnitOfWork } from '@corridor/core/ports';
import { amountText, audit as auditBooks, inspectSupply, type SealedSummary } from '@corridor/core/internal';
import { type Arguments, flagOf, oneOf, optionOf, requiredOptionOf } from '../terminal/arguments.js';
import { sealerAtHand } from '../keys/sealer-at-hand.js';
import { documentStore, openStorage } from '../composition/storage-module.js';
import type { Configuration } from '../settings/configuration.js';
import { UsageError } from '../kernel/errors.js';
import { withCore } from '../serving/host.js';
import { createLog } from '../logging/logging.js';
import { printObject } from '../terminal/printed-list.js';
import { printMigration } from '../composition/migration-notices.js';
import { refuseHosts } from './refuse-hosts.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { textOf, visible } from '../terminal/terminal.js';

export async function migrate(configuration: Configuration, { print, log }: ProcessContext): Promise<number> {
  const storage = await openStorage(configuration, createLog(configuration.logLevel, log), printMigration(print));
  await storage.close();
  print('the schema is up to date');
  return 0;
}

/**
 * Runs without a master key: it then follows the chain of seals (the signed hashes over the journal) without checking
 * the signatures, and says so. A key that is configured but cannot be used is a finding. Only a database with stablecoins requires the key, because the audit asks their issuers
 * for the supply, unless it is a restored copy.
 */
export async function audit(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const { print, log } = processContext;
  const keptHead = optionOf(given, 'head');
  if (keptHead !== undefined && !/^[0-9a-f]{64}$/.test(keptHead)) {
    throw new UsageError('--head: must be 64 hexadecimal digits, as an audit prints it');
  }
  const isRestored = flagOf(given, 'restored') === true;
  const storage = await openStorage(configuration, createLog(configuration.logLevel, log));
  // A host that runs would send the payments and events of the restored database again, before the audit has held them.
  if (isRestored)
    await refuseHosts(storage).catch((cause: unknown) => storage.close().then(() => Promise.reject(cause)));
  const audited = auditedBooks(configuration, storage.units, keptHead).finally(() => storage.close());
  const { report, hasIssuers, supply, unusable } = await audited;
  const { checked } = report;
  const asksIssuers = hasIssuers && !isRestored && unusable === null;
  const supplyFindings = asksIssuers
    ? await withCore(configuration, processContext, (core) => core.ledger.auditSupply()).catch((cause: unknown) => [
        ...supply,
        `the issuers of stablecoins could not be asked for their supply: ${textOf(cause)}`,
      ])
    : supply;
  const findings = [...report.findings, ...supplyFindings, ...keyFindings(unusable, hasIssuers && !isRestored)];
  if (given['json'] === true) {
    printObject(processContext, reportFields({ ...report, findings }, asksIssuers));
    return findings.length === 0 ? 0 : 1;
  }
  for (const { account, currency, amount } of report.receivables)
    print(`owed: ${amountText(amount, currency)} (${account})`);
  for (const line of openLines(report)) print(line);
  for (const finding of findings) print(finding);
  const counts = Object.entries(checked).map(([what, count]) => `${count} ${what}`);
  print(`${findings.length === 0 ? 'clean' : `${findings.length} findings`}: checked ${counts.join(', ')}`);
  for (const line of sealLines(report.sealed)) print(line);
  if (hasIssuers && isRestored) {
    print('supply of stablecoins: compared with the ledger only; the issuers have gone on since the backup');
  }
  return findings.length === 0 ? 0 : 1;
}

/** The report in JSON. */
function reportFields(
  { findings, receivables, unconfirmed, shortfalls, checked, sealed }: AuditReport,
  asked: boolean,
) {
  return {
    findings,
    receivables: receivables.map(({ account, currency, amount }) => ({ account, currency, amount })),
    unconfirmed: unconfirmed.map(({ id, cause, amount, currency, reference, valueDate, bookedBy, approvedBy }) => ({
      ...{ id, cause, amount, currency, reference, valueDate, bookedBy, approvedBy },
    })),
    shortfalls: shortfalls.map(({ environment, currency, amount }) => ({ environment, currency, amount })),
    checked,
    sealed: sealed === null ? null : sealFields(sealed),
    issuersAsked: asked,
  };
}

const sealFields = ({ seals, rows, head, sealedAt, signaturesChecked }: SealedSummary) => ({
  ...{ seals, rows, head, sealedAt: sealedAt === null ? null : toIso(sealedAt), signaturesChecked },
});

/** What could not be checked because the configured master key cannot be used. */
function keyFindings(unusable: string | null, hasIssuers: boolean): readonly string[] {
  if (unusable === null) return [];
  const unchecked = 'the signatures of the seals and the sealed texts were not checked';
  const unasked = hasIssuers ? ', and the issuers of stablecoins were not asked for their supply' : '';
  return [`the configured master key cannot be used, so ${unchecked}${unasked}: ${unusable}`];
}

/** What the audit found open: it contradicts nothing, but must not stay as it is. */
const openLines = ({ unconfirmed, shortfalls }: AuditReport): readonly string[] => [
  ...unconfirmed.map(
    ({ id, cause, amount, currency, reference, valueDate, bookedBy, approvedBy }) =>
      `unconfirmed: ${id}, ${amountText(amount, currency)} paid outside as ${visible(reference)} on ${valueDate} for ${cause}, by ${bookedBy} and ${approvedBy ?? 'no second operator'}`,
  ),
  ...shortfalls.map(
    ({ environment, currency, amount }) =>
      `shortfall: the service has spent ${amountText(-amount, currency)} more than its own money in ${environment}, so customers' money is missing`,
  ),
];

/** Lines with the head of the chain of seals, which the operator keeps elsewhere, and with checks that were not done. */
function sealLines(sealed: SealedSummary | null): readonly string[] {
  if (sealed === null) return ['sealed: the seals cannot be inspected'];
  const { seals, rows, head, sealedAt, signaturesChecked } = sealed;
  if (head === null) return ['sealed: nothing yet'];
  return [
    `sealed: ${rows} rows by ${seals} seals, the newest of ${toIso(sealedAt!)}`,
    `head: ${head}`,
    ...(signaturesChecked
      ? []
      : [
          'signatures of the seals: not checked, because the master key is not available',
          'sealed texts: not opened, because the master key is not available',
        ]),
  ];
}

async function auditedBooks(configuration: Configuration, units: UnitOfWork, keptHead: string | undefined) {
  const { sealer, unusable } = await sealerAtHand(configuration, units);
  const archive = createFileArchive(configuration.archive.directory);
  const vouchers = { blobs: documentStore(configuration, units, systemClock), cipher: createVoucherCipher() };
  const report = await auditBooks(
    { units, archive, vouchers, clock: systemClock, ...nodeCrypto, sealer },
    { keptHead },
  );
  const { hasIssuers, findings: supply } = await inspectSupply(units);
  return { report, hasIssuers, unusable, supply };
}

/** With a file, it runs without a master key, unless it records what it finds. */
export async function reconcile(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const { reconcile: compare } = await import('./reconcile.js');
  const rail = requiredOptionOf(given, 'rail');
  const statement = optionOf(given, 'statement');
  const named = optionOf(given, 'environment');
  const environment = named === undefined ? undefined : oneOf(ENVIRONMENTS, 'environment', named);
  const time = { from: optionOf(given, 'from'), to: optionOf(given, 'to') };
  const record = flagOf(given, 'record') ?? false;
  return compare(configuration, { rail, statement, environment, ...time, record, given }, processContext);
}
