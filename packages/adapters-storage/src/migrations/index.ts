import { performance } from 'node:perf_hooks';
import type Database from 'better-sqlite3';
import { type Migration, Migrator } from 'kysely';
import { initial } from './0001-initial.js';
import { accounts } from './0002-accounts.js';
import { transfers } from './0003-transfers.js';
import { dailyVolumes } from './0004-daily-volumes.js';
import { testClockAndEventList } from './0005-test-clock-and-event-list.js';
import { verification } from './0006-verification.js';
import { onboarding } from './0007-onboarding.js';
import { uma } from './0008-uma.js';
import { wallets } from './0009-wallets.js';
import { sca } from './0010-sca.js';
import { agents } from './0011-agents.js';
import { cards } from './0012-cards.js';
import { stablecoins } from './0013-stablecoins.js';
import { shownTerms } from './0014-shown-terms.js';
import { exceptions } from './0015-exceptions.js';
import { treasury } from './0016-treasury.js';
import { railsTell } from './0017-rails-tell.js';
import { seals } from './0018-seals.js';
import { webhooks } from './0019-webhooks.js';
import { umaAddresses } from './0020-uma-addresses.js';
import { identityChanges } from './0021-identity-changes.js';
import { cardMessages } from './0022-card-messages.js';
import { walletAddresses } from './0023-wallet-addresses.js';
import { sealedNumbers } from './0024-sealed-numbers.js';
import { codeSends } from './0025-code-sends.js';
import { writeProbeAndClock } from './0027-write-probe-and-clock.js';
import { clockCatchUp } from './0028-clock-catch-up.js';
import { trace } from './0029-trace.js';
import { autovacuum } from './0030-autovacuum.js';
import { expiry } from './0031-expiry.js';
import { ENCODED_ROWS_COSTS, encodedRows } from './0032-encoded-rows.js';
import { listedPostings } from './0033-listed-postings.js';
import { quoteDeadlines } from './0034-quote-deadlines.js';
import { railRecords } from './0035-rail-records.js';
import { rateBasis } from './0036-rate-basis.js';
import { umaSettlements } from './0039-uma-settlements.js';
import { deletedOwners } from './0040-deleted-owners.js';
import { appUris } from './0041-app-uris.js';
import { trialBalance } from './0042-trial-balance.js';
import { operators } from './0043-operators.js';
import { figures } from './0044-figures.js';
import { deliveryTries } from './0045-delivery-tries.js';
import { auditRuns } from './0047-audit-runs.js';
import { movedByResolutions } from './0048-moved-by-resolutions.js';
import { cardReturns } from './0049-card-returns.js';
import { messageContents } from './0050-message-contents.js';
import { outsidePayments } from './0051-outside-payments.js';
import { directionsAndReferences } from './0052-directions-and-references.js';
import { invitationQuotes } from './0053-invitation-quotes.js';
import { oneNotation } from './0054-one-notation.js';
import { authorizationEnds } from './0055-authorization-ends.js';
import { pausedEndpoints } from './0056-paused-endpoints.js';
import { paymentRequests } from './0057-payment-requests.js';
import { knownBrowsers } from './0058-known-browsers.js';
import { sealedLog } from './0059-sealed-log.js';
import { noticesAndAnswers } from './0060-notices-and-answers.js';
import { blocks } from './0061-blocks.js';
import { search } from './0062-search.js';
import { operatorAccess } from './0063-operator-access.js';
import { notes } from './0064-notes.js';
import { failedAttempts } from './0066-failed-attempts.js';
import { archiveSegments } from './0067-archive-segments.js';
import { keptForms } from './0068-kept-forms.js';
import { figuresByOwnClock } from './0069-figures-by-own-clock.js';
import { terms } from './0070-terms.js';
import { safeguardingReports } from './0073-safeguarding-reports.js';
import { archivedAnswers } from './0075-archived-answers.js';
import { customerLimits } from './0076-customer-limits.js';
import { legalHolds } from './0077-legal-holds.js';
import { erasedRows } from './0078-erased-rows.js';
import { erasures } from './0079-erasures.js';
import { vouchers } from './0081-vouchers.js';
import { hostedLinks } from './0083-hosted-links.js';
import { renewals } from './0084-renewals.js';
import { screening } from './0085-screening.js';
import { creditedDeposits } from './0087-credited-deposits.js';
import { screeningCases } from './0088-screening-cases.js';
import { travelRule } from './0090-travel-rule.js';
import { paymentsOfDeposits } from './0092-payments-of-deposits.js';
import { cardMessageDetails } from './0096-card-message-details.js';
import { cardControls } from './0097-card-controls.js';
import { cardDisputes } from './0098-card-disputes.js';
import { cardSettlements } from './0099-card-settlements.js';
import { namesOfAnswers } from './0101-names-of-answers.js';
import { referencesOfTransfers } from './0102-references-of-transfers.js';
import { identifiersOfBlockedAccounts } from './0103-identifiers-of-blocked-accounts.js';
import { type DatabaseState, type MigrationNotice, NewerSchemaError } from '../port/storage.js';
import { type Costs, type CostsByDialect, estimateOf, estimateOfMillionPayments } from './costs.js';
import type { OnRewritten } from './rewrite.js';
import type { DialectName, Schema } from './table.js';

interface SchemaMigration extends Migration {
  /**
   * Set if no host may run during the migration, because it changes what hosts of the former release use: what it
   * costs. See docs/versioning.md, "The database schema".
   */
  readonly offline?: CostsByDialect;
}

/** What a migration gets beside its transaction. */
interface MigrationContext {
  readonly native: Database.Database | null;
  readonly onRewritten: OnRewritten;
}

/** Run in the order of their names. A released migration never changes; a later one corrects it. */
const MIGRATIONS: Readonly<Record<string, (dialect: DialectName, context: MigrationContext) => SchemaMigration>> = {
  '0001-initial': (dialect) => ({ up: (db) => initial(db, dialect) }),
  '0002-accounts': () => ({ up: accounts }),
  '0003-transfers': (dialect) => ({ up: (db) => transfers(db, dialect) }),
  '0004-daily-volumes': (dialect) => ({ up: (db) => dailyVolumes(db, dialect) }),
  '0005-test-clock-and-event-list': (dialect) => ({ up: (db) => testClockAndEventList(db, dialect) }),
  '0006-verification': (dialect) => ({ up: (db) => verification(db, dialect) }),
  '0007-onboarding': (dialect) => ({ up: (db) => onboarding(db, dialect) }),
  '0008-uma': (dialect) => ({ up: (db) => uma(db, dialect) }),
  '0009-wallets': (dialect) => ({ up: (db) => wallets(db, dialect) }),
  '0010-sca': (dialect) => ({ up: (db) => sca(db, dialect) }),
  '0011-agents': (dialect) => ({ up: (db) => agents(db, dialect) }),
  '0012-cards': (dialect) => ({ up: (db) => cards(db, dialect) }),
  '0013-stablecoins': (dialect) => ({ up: (db) => stablecoins(db, dialect) }),
  '0014-shown-terms': (dialect) => ({ up: (db) => shownTerms(db, dialect) }),
  '0015-exceptions': (dialect) => ({ up: (db) => exceptions(db, dialect) }),
  '0016-treasury': (dialect) => ({ up: (db) => treasury(db, dialect) }),
  '0017-rails-tell': (dialect) => ({ up: (db) => railsTell(db, dialect) }),
  '0018-seals': (dialect) => ({ up: (db) => seals(db, dialect) }),
  '0019-webhooks': (dialect) => ({ up: (db) => webhooks(db, dialect) }),
  '0020-uma-addresses': (dialect) => ({ up: (db) => umaAddresses(db, dialect) }),
  '0021-identity-changes': (dialect) => ({ up: (db) => identityChanges(db, dialect) }),
  '0022-card-messages': (dialect) => ({ up: (db) => cardMessages(db, dialect) }),
  '0023-wallet-addresses': (dialect) => ({ up: (db) => walletAddresses(db, dialect) }),
  '0024-sealed-numbers': (dialect) => ({ up: (db) => sealedNumbers(db, dialect) }),
  '0025-code-sends': (dialect) => ({ up: (db) => codeSends(db, dialect) }),
  '0027-write-probe-and-clock': (dialect) => ({ up: (db) => writeProbeAndClock(db, dialect) }),
  '0028-clock-catch-up': () => ({ up: clockCatchUp }),
  '0029-trace': (dialect) => ({ up: (db) => trace(db, dialect) }),
  '0030-autovacuum': (dialect) => ({ up: (db) => autovacuum(db, dialect) }),
  '0031-expiry': () => ({ up: expiry }),
  '0032-encoded-rows': (dialect, context) => ({
    up: (db) => encodedRows(db, dialect, context),
    offline: ENCODED_ROWS_COSTS,
  }),
  '0033-listed-postings': () => ({ up: listedPostings }),
  '0034-quote-deadlines': () => ({ up: quoteDeadlines }),
  '0035-rail-records': (dialect) => ({ up: (db) => railRecords(db, dialect) }),
  '0036-rate-basis': (dialect) => ({ up: (db) => rateBasis(db, dialect) }),
  '0039-uma-settlements': (dialect) => ({ up: (db) => umaSettlements(db, dialect) }),
  '0040-deleted-owners': (dialect) => ({ up: (db) => deletedOwners(db, dialect) }),
  '0041-app-uris': (dialect) => ({ up: (db) => appUris(db, dialect) }),
  '0042-trial-balance': () => ({ up: trialBalance }),
  '0043-operators': (dialect) => ({ up: (db) => operators(db, dialect) }),
  '0044-figures': (dialect) => ({ up: (db) => figures(db, dialect) }),
  '0045-delivery-tries': (dialect) => ({ up: (db) => deliveryTries(db, dialect) }),
  '0047-audit-runs': (dialect) => ({ up: (db) => auditRuns(db, dialect) }),
  '0048-moved-by-resolutions': (dialect) => ({ up: (db) => movedByResolutions(db, dialect) }),
  '0049-card-returns': (dialect) => ({ up: (db) => cardReturns(db, dialect) }),
  '0050-message-contents': (dialect) => ({ up: (db) => messageContents(db, dialect) }),
  '0051-outside-payments': (dialect) => ({ up: (db) => outsidePayments(db, dialect) }),
  '0052-directions-and-references': (dialect) => ({ up: (db) => directionsAndReferences(db, dialect) }),
  '0053-invitation-quotes': (dialect) => ({ up: (db) => invitationQuotes(db, dialect) }),
  '0054-one-notation': (dialect) => ({ up: (db) => oneNotation(db, dialect) }),
  '0055-authorization-ends': (dialect) => ({ up: (db) => authorizationEnds(db, dialect) }),
  '0056-paused-endpoints': (dialect) => ({ up: (db) => pausedEndpoints(db, dialect) }),
  '0057-payment-requests': (dialect) => ({ up: (db) => paymentRequests(db, dialect) }),
  '0058-known-browsers': (dialect) => ({ up: (db) => knownBrowsers(db, dialect) }),
  '0059-sealed-log': (dialect) => ({ up: (db) => sealedLog(db, dialect) }),
  '0060-notices-and-answers': (dialect) => ({ up: (db) => noticesAndAnswers(db, dialect) }),
  '0061-blocks': (dialect) => ({ up: (db) => blocks(db, dialect) }),
  '0062-search': (dialect) => ({ up: (db) => search(db, dialect) }),
  '0063-operator-access': (dialect) => ({ up: (db) => operatorAccess(db, dialect) }),
  '0064-notes': (dialect) => ({ up: (db) => notes(db, dialect) }),
  '0066-failed-attempts': (dialect) => ({ up: (db) => failedAttempts(db, dialect) }),
  '0067-archive-segments': (dialect) => ({ up: (db) => archiveSegments(db, dialect) }),
  '0068-kept-forms': () => ({ up: keptForms }),
  '0069-figures-by-own-clock': () => ({ up: figuresByOwnClock }),
  '0070-terms': (dialect) => ({ up: (db) => terms(db, dialect) }),
  '0073-safeguarding-reports': (dialect) => ({ up: (db) => safeguardingReports(db, dialect) }),
  '0075-archived-answers': (dialect) => ({ up: (db) => archivedAnswers(db, dialect) }),
  '0076-customer-limits': (dialect) => ({ up: (db) => customerLimits(db, dialect) }),
  '0077-legal-holds': (dialect) => ({ up: (db) => legalHolds(db, dialect) }),
  '0078-erased-rows': (dialect) => ({ up: (db) => erasedRows(db, dialect) }),
  '0079-erasures': (dialect) => ({ up: (db) => erasures(db, dialect) }),
  '0081-vouchers': (dialect) => ({ up: (db) => vouchers(db, dialect) }),
  '0083-hosted-links': (dialect) => ({ up: (db) => hostedLinks(db, dialect) }),
  '0084-renewals': (dialect) => ({ up: (db) => renewals(db, dialect) }),
  '0085-screening': (dialect) => ({ up: (db) => screening(db, dialect) }),
  '0087-credited-deposits': (dialect) => ({ up: (db) => creditedDeposits(db, dialect) }),
  '0088-screening-cases': (dialect) => ({ up: (db) => screeningCases(db, dialect) }),
  '0090-travel-rule': (dialect) => ({ up: (db) => travelRule(db, dialect) }),
  '0092-payments-of-deposits': (dialect) => ({ up: (db) => paymentsOfDeposits(db, dialect) }),
  '0096-card-message-details': (dialect) => ({ up: (db) => cardMessageDetails(db, dialect) }),
  '0097-card-controls': (dialect) => ({ up: (db) => cardControls(db, dialect) }),
  '0098-card-disputes': (dialect) => ({ up: (db) => cardDisputes(db, dialect) }),
  '0099-card-settlements': (dialect) => ({ up: (db) => cardSettlements(db, dialect) }),
  '0101-names-of-answers': (dialect) => ({ up: (db) => namesOfAnswers(db, dialect) }),
  '0102-references-of-transfers': () => ({ up: referencesOfTransfers }),
  '0103-identifiers-of-blocked-accounts': (dialect) => ({ up: (db) => identifiersOfBlockedAccounts(db, dialect) }),
};

export const MIGRATION_TABLE = 'schema_migrations';
export const migrationNames: readonly string[] = Object.keys(MIGRATIONS);

/** The differences between the migrations that have run and those of this release. */
export const schemaState = (names: readonly string[]): Pick<DatabaseState, 'missing' | 'unknown'> => ({
  missing: migrationNames.filter((name) => !names.includes(name)).sort(),
  unknown: names.filter((name) => !migrationNames.includes(name)).sort(),
});

/**
 * Whether all migrations have run. Throws NewerSchemaError if the database has migrations that this release does not
 * know.
 */
export function isCurrent(names: readonly string[]): boolean {
  const { missing, unknown } = schemaState(names);
  if (unknown.length > 0) throw new NewerSchemaError(unknown);
  return missing.length === 0;
}

/** Whether all migrations are among these names. */
export const areDone = (names: readonly string[]): boolean => migrationNames.every((name) => names.includes(name));

/** A missing migration for which all hosts have to be stopped, and what it takes. */
export interface Offline {
  readonly migration: string;
  readonly costs: Costs;
}

export interface MigrationOptions {
  readonly dialect: DialectName;
  /** The names of the migrations that have run. A database without any has no hosts, and its tables are empty. */
  readonly done: readonly string[];
  /** The SQLite connection; null in Postgres. */
  readonly native: Database.Database | null;
  /**
   * Called in the transaction before an offline migration. Throws a MigrationRefusedError if a host is connected or the
   * disk has too little space. Returns the size of the database, and the free space of its disk if it is known.
   */
  readonly beforeOffline: (
    db: Schema,
    offline: Offline,
  ) => Promise<{ readonly databaseBytes: number; readonly freeBytes: number | null }>;
  readonly onMigration?: ((notice: MigrationNotice) => void) | undefined;
  /** The last migration to run; null: all. */
  readonly upTo?: string;
}

const NO_CONTEXT: MigrationContext = { native: null, onRewritten: () => undefined };

/** Whether an offline migration is missing in a database that hosts have used. */
export const isOffline = (dialect: DialectName, done: readonly string[]): boolean =>
  done.length > 0 &&
  Object.entries(MIGRATIONS).some(
    ([name, make]) => !done.includes(name) && make(dialect, NO_CONTEXT).offline !== undefined,
  );

/** A table of fewer rows is copied without a notice. */
const LARGE_TABLE_ROWS = 10_000;

/** Runs the missing migrations; throws the first error. */
export async function migrateWith(db: Schema, options: MigrationOptions): Promise<void> {
  const migrations = Object.fromEntries(
    Object.keys(MIGRATIONS).map((name) => [name, migrationOf(name, options)] as const),
  );
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: `${MIGRATION_TABLE}_lock`,
  });
  const { error } = await (options.upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(options.upTo));
  if (error !== undefined) throw error;
}

function migrationOf(migration: string, options: MigrationOptions): Migration {
  const { dialect, done, native, beforeOffline, onMigration = () => undefined } = options;
  let since = performance.now();
  const onRewritten: OnRewritten = (step, table, rows) => {
    const seconds = secondsSince(since);
    since = performance.now();
    if (rows >= LARGE_TABLE_ROWS) onMigration({ step, migration, table, rows, seconds });
  };
  const { up, offline } = MIGRATIONS[migration]!(dialect, { native, onRewritten });
  if (offline === undefined || done.length === 0) return { up };
  const costs = offline[dialect];
  return {
    async up(db) {
      const { databaseBytes, freeBytes } = await beforeOffline(db, { migration, costs });
      const begun = (since = performance.now());
      onMigration({
        step: 'start',
        migration,
        databaseBytes,
        freeBytes,
        ...estimateOf(costs, databaseBytes),
        millionPayments: estimateOfMillionPayments(costs),
      });
      await up(db);
      onMigration({ step: 'end', migration, seconds: secondsSince(begun) });
    },
  };
}

const secondsSince = (begun: number): number => Math.round((performance.now() - begun) / 100) / 10;
