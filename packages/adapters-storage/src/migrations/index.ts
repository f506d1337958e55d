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
import { stablecoins } from './0013-stablecoins.js';
import { sca } from './0010-sca.js';
import { agents } from './0011-agents.js';
import { cards } from './0012-cards.js';
import { shownTerms } from './0014-shown-terms.js';
import { exceptions } from './0015-exceptions.js';
import { cardMessages } from './0022-card-messages.js';
import { walletAddresses } from './0023-wallet-addresses.js';
import { webhooks } from './0019-webhooks.js';
import { writeProbeAndClock } from './0027-write-probe-and-clock.js';
import { umaAddresses } from './0020-uma-addresses.js';
import { identityChanges } from './0021-identity-changes.js';
import { railsTell } from './0017-rails-tell.js';
import { treasury } from './0016-treasury.js';
import { seals } from './0018-seals.js';
import { codeSends } from './0025-code-sends.js';
import { clockCatchUp } from './0028-clock-catch-up.js';
import { encodedRows } from './0032-encoded-rows.js';
import { listedPostings } from './0033-listed-postings.js';
import { sealedNumbers } from './0024-sealed-numbers.js';
import { NewerSchemaError } from '../storage.js';
import type { DialectName, Schema } from './table.js';

/** Run in the order of their names. A released migration never changes; a later one corrects it. */
const MIGRATIONS: Readonly<Record<string, (dialect: DialectName) => Migration>> = {
  '0001-initial': (dialect) => ({ up: (db) => initial(db, dialect) }),
  '0002-accounts': () => ({ up: accounts }),
  '0003-transfers': (dialect) => ({ up: (db) => transfers(db, dialect) }),
  '0004-daily-volumes': (dialect) => ({ up: (db) => dailyVolumes(db, dialect) }),
  '0005-test-clock-and-event-list': (dialect) => ({ up: (db) => testClockAndEventList(db, dialect) }),
  '0006-verification': (dialect) => ({ up: (db) => verification(db, dialect) }),
  '0007-onboarding': (dialect) => ({ up: (db) => onboarding(db, dialect) }),
  '0008-uma': (dialect) => ({ up: (db) => uma(db, dialect) }),
  '0009-wallets': (dialect) => ({ up: (db) => wallets(db, dialect) }),
  '0013-stablecoins': (dialect) => ({ up: (db) => stablecoins(db, dialect) }),
  '0010-sca': (dialect) => ({ up: (db) => sca(db, dialect) }),
  '0011-agents': (dialect) => ({ up: (db) => agents(db, dialect) }),
  '0012-cards': (dialect) => ({ up: (db) => cards(db, dialect) }),
  '0014-shown-terms': (dialect) => ({ up: (db) => shownTerms(db, dialect) }),
  '0015-exceptions': (dialect) => ({ up: (db) => exceptions(db, dialect) }),
  '0022-card-messages': (dialect) => ({ up: (db) => cardMessages(db, dialect) }),
  '0023-wallet-addresses': (dialect) => ({ up: (db) => walletAddresses(db, dialect) }),
  '0019-webhooks': (dialect) => ({ up: (db) => webhooks(db, dialect) }),
  '0027-write-probe-and-clock': (dialect) => ({ up: (db) => writeProbeAndClock(db, dialect) }),
  '0020-uma-addresses': (dialect) => ({ up: (db) => umaAddresses(db, dialect) }),
  '0021-identity-changes': (dialect) => ({ up: (db) => identityChanges(db, dialect) }),
  '0017-rails-tell': (dialect) => ({ up: (db) => railsTell(db, dialect) }),
  '0016-treasury': (dialect) => ({ up: (db) => treasury(db, dialect) }),
  '0018-seals': (dialect) => ({ up: (db) => seals(db, dialect) }),
  '0025-code-sends': (dialect) => ({ up: (db) => codeSends(db, dialect) }),
  '0024-sealed-numbers': (dialect) => ({ up: (db) => sealedNumbers(db, dialect) }),
  '0028-clock-catch-up': () => ({ up: clockCatchUp }),
  '0032-encoded-rows': (dialect) => ({ up: (db) => encodedRows(db, dialect) }),
  '0033-listed-postings': () => ({ up: listedPostings }),
};

export const MIGRATION_TABLE = 'schema_migrations';
export const migrationNames: readonly string[] = Object.keys(MIGRATIONS);

/**
 * Whether all migrations have run. Throws NewerSchemaError if the database has migrations that this release does not
 * know.
 */
export function isCurrent(names: readonly string[]): boolean {
  const unknown = names.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0) throw new NewerSchemaError(unknown.sort());
  return areDone(names);
}

/** Whether all migrations are among these names. */
export const areDone = (names: readonly string[]): boolean => migrationNames.every((name) => names.includes(name));

/** Runs the missing migrations; throws the first error. */
export async function migrateWith(db: Schema, dialect: DialectName): Promise<void> {
  const migrations = Object.fromEntries(Object.entries(MIGRATIONS).map(([name, make]) => [name, make(dialect)]));
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: `${MIGRATION_TABLE}_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
