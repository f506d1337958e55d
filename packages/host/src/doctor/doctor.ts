import { operatorReads } from '@corridor/core/internal';
import type { Configuration } from '../settings/configuration.js';
import { withContainer } from '../serving/host.js';
import { createLog } from '../logging/logging.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { examineAccounts } from './accounts.js';
import { examineArchive } from './archive.js';
import { examineBacklog, examineExceptions } from './backlog.js';
import { examineClock } from './clocks.js';
import { examineConnections } from './connections.js';
import { examineDatabase } from './database.js';
import { examineDisk, type ReadDisk, readDisk } from './disk.js';
import { examineFiles, examineProduction } from './files.js';
import { type Finding, lineOf, skipped } from './finding.js';
import { examineLists } from './lists.js';
import { examineMasterKey, examineSecrets } from './master-key.js';
import { examineTerms } from './terms.js';
import { examineWebhooks } from './webhooks.js';

/** The operator waits: a database that does not answer is reported after this time. */
const STATEMENT_MS = 15_000;

/**
 * Examines the installation and prints one line for each finding. Exit code 1 if one of them is a problem. Creates and
 * changes nothing, and sends no request to platforms.
 */
export async function doctor(
  configuration: Configuration,
  processContext: ProcessContext,
  disk: ReadDisk = readDisk,
): Promise<number> {
  let problems = 0;
  for await (const finding of examine(promptly(configuration), processContext, disk)) {
    processContext.print(lineOf(finding));
    if (finding.state === 'problem') problems += 1;
  }
  processContext.print(problems === 1 ? '1 problem' : `${problems === 0 ? 'no' : problems} problems`);
  return problems === 0 ? 0 : 1;
}

function promptly(configuration: Configuration): Configuration {
  const { database } = configuration;
  if (database.kind === 'sqlite') return configuration;
  return { ...configuration, database: { ...database, statementMs: STATEMENT_MS } };
}

async function* examine(
  configuration: Configuration,
  processContext: ProcessContext,
  disk: ReadDisk,
): AsyncGenerator<Finding> {
  const files = await examineFiles(configuration, processContext);
  yield* files;
  yield await examineDisk(configuration, disk);
  yield examineLists();
  const { finding, storage } = await examineDatabase(
    configuration,
    createLog(configuration.logLevel, processContext.log),
  );
  yield finding;
  if (storage === null) {
    yield skipped(
      'clock, master key, secrets, rails, webhooks, jobs, events, exceptions and accounts',
      'not examined without a database',
    );
    return;
  }
  try {
    const reads = operatorReads(storage.units);
    const platforms = await reads.platforms();
    if (platforms.some(({ environment }) => environment === 'PRODUCTION')) yield* examineProduction(configuration);
    yield await examineClock(storage, reads, processContext.clock);
    const key = await examineMasterKey(configuration, storage);
    yield key.finding;
    if (key.isUsable) yield* await examineSecrets(configuration, storage);
    yield* await examineArchive(configuration, storage);
    if (files.some(({ state }) => state === 'problem')) yield skipped('rails', 'not examined with a broken file');
    else if (!key.isUsable) yield skipped('rails', 'not examined without the master key');
    else yield* await withContainer(configuration, processContext, (each) => examineConnections(each, processContext));
    if (files.every(({ state }) => state !== 'problem'))
      yield* await examineTerms(configuration, reads, processContext.clock);
    yield* await examineWebhooks(configuration, reads, platforms);
    yield* await examineBacklog(storage, processContext.clock);
    yield* await examineExceptions(reads);
    yield await examineAccounts(reads, platforms);
  } finally {
    await storage.close();
  }
}
