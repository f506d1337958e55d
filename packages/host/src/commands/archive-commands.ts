import { nodeCrypto } from '@corridor/adapters-rails/custody';
import type { Storage } from '@corridor/adapters-storage';
import { createFileArchive } from '@corridor/adapters-storage/blobs';
import { toIso } from '@corridor/core';
import { archiveFileNameOf, listArchiveSegments, verifyArchive as verifyFiles } from '@corridor/core/internal';
import { openStorage } from '../composition/storage-module.js';
import { CommandError, UsageError } from '../kernel/errors.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { sealerAtHand } from '../keys/sealer-at-hand.js';
import { createLog } from '../logging/logging.js';
import { withCore } from '../serving/host.js';
import type { Configuration } from '../settings/configuration.js';
import type { Arguments } from '../terminal/arguments.js';

async function withStorage<R>(
  configuration: Configuration,
  { log }: ProcessContext,
  run: (storage: Storage) => Promise<R>,
): Promise<R> {
  const storage = await openStorage(configuration, createLog(configuration.logLevel, log));
  return run(storage).finally(() => storage.close());
}

const summaryOf = (segments: number, rows: number, directory: string): string =>
  `${rows} events in ${segments} files of ${directory}`;

export async function listArchive(
  configuration: Configuration,
  _given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const { print } = processContext;
  const segments = await withStorage(configuration, processContext, ({ units }) => listArchiveSegments(units));
  for (const segment of segments) {
    const { rows, after, upTo, createdAt } = segment;
    print(
      `${archiveFileNameOf(segment)}: ${rows} events at positions ${after + 1} to ${upTo}, archived ${toIso(createdAt)}`,
    );
  }
  const rows = segments.reduce((sum, segment) => sum + segment.rows, 0);
  print(summaryOf(segments.length, rows, configuration.archive.directory));
  return 0;
}

export async function verifyArchive(
  configuration: Configuration,
  _given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const { print } = processContext;
  const { directory } = configuration.archive;
  const store = createFileArchive(directory);
  const { findings, segments, rows, unnamed } = await withStorage(configuration, processContext, async (storage) => {
    const { sealer, unusable } = await sealerAtHand(configuration, storage.units);
    if (sealer === null)
      throw new CommandError(
        `the archive cannot be read without the master key${unusable === null ? '' : `: ${unusable}`}`,
      );
    return verifyFiles(storage.units, { store, digest: nodeCrypto.digest, sealer });
  });
  for (const finding of findings) print(finding);
  for (const name of unnamed) print(`not named by the database: ${name}`);
  print(`${findings.length === 0 ? 'clean' : `${findings.length} findings`}: ${summaryOf(segments, rows, directory)}`);
  return findings.length === 0 ? 0 : 1;
}

export async function runArchive(
  configuration: Configuration,
  _given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const { directory, afterDays } = configuration.archive;
  if (afterDays === null)
    throw new UsageError(
      'CORRIDOR_ARCHIVE_AFTER_DAYS is missing: set it to the number of days after which events are archived',
    );
  const [files, rows] = await withCore(configuration, processContext, async ({ work }) => {
    let [written, moved] = [0, 0];
    for (;;) {
      const done = await work.archiveEvents();
      if (done.file !== null) written += 1;
      moved += done.rows;
      if (!done.isBehind) return [written, moved] as const;
    }
  });
  processContext.print(`moved ${rows} events to ${files} files of ${directory}`);
  return 0;
}
