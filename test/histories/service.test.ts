import { describe, expect, it } from 'vitest';
import { faultSeed } from '../support/chance.js';
import { DATABASES, type DatabaseKind } from '../support/host.js';
import { printed } from './checker.js';
import { playHistory } from './play.js';
import { startService } from './service.js';

/** Each kind at least once. */
const FAULTS = 5;
const ANSWERS = 40;
const TIMEOUT_MS = 300_000;

async function explainsItself(database: DatabaseKind): Promise<void> {
  const seed = faultSeed(`a history on ${database}`);
  const service = await startService(database);
  try {
    const { checked, counts, audits } = await playHistory(service, { seed, faults: FAULTS, answers: ANSWERS });
    const { contradiction, undecided, operations, balances } = checked;
    expect(contradiction === null ? null : printed(contradiction)).toBeNull();
    expect(undecided).toEqual([]);
    const { killedHosts, pausedHosts, killedDatabases, failovers, brokenConnections } = service.faults;
    process.stdout.write(
      `${database}: ${operations} operations, ${balances} balances, ${counts.answered} answers, ${counts.unknown} lost, ` +
        `${killedHosts} killed hosts, ${pausedHosts} pauses, ${killedDatabases} killed databases, ` +
        `${failovers} failovers, ` +
        `${brokenConnections} broken connections, ${audits.clean} audits\n`,
    );
    // Audits ran meanwhile. The file of SQLite is never away.
    expect(audits.clean).toBeGreaterThan(0);
    if (database === 'sqlite') expect(audits.failed).toBe(0);
    // The faults happened under load.
    expect(counts.unknown).toBeGreaterThan(0);
    expect(killedHosts * pausedHosts).toBeGreaterThan(0);
    if (database === 'postgres') expect(killedDatabases * failovers * brokenConnections).toBeGreaterThan(0);
  } finally {
    await service.close();
  }
}

describe.concurrent('a history of calls to hosts that are killed and paused', () => {
  it.each(DATABASES)('is explained by the model on %s', (database) => explainsItself(database), TIMEOUT_MS);
});
