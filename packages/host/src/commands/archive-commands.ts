import { nodeCrypto } from '@corridor/adapters-rails/custody';
import type { Storage } from '@corridor/adapters-storage';
import { createFileArchive } from '@corridor/adapters-storage/blobs';
import { toIso } from '@corridor/core';
import type { Sealer } from '@corridor/core/ports';
import {
  answerFileNameOf,
  archiveFileNameOf,
  findAnswers,
  listAnswerSegments,
  listArchiveSegments,
  operatorReads,
  type SoughtAnswer,
  verifyArchive as verifyFiles,
} from '@corridor/core/internal';
import { openStorage } from '../composition/storage-module.js';
import { CommandError, UsageError } from '../kernel/errors.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { sealerAtHand } from '../keys/sealer-at-hand.js';
import { createLog } from '../logging/logging.js';
import { withCore } from '../serving/host.js';
import type { Configuration } from '../settings/configuration.js';
import { type Arguments, findTenant, optionOf, requiredOptionOf } from '../terminal/arguments.js';
import { printedList } from '../terminal/printed-list.js';
import { textOf, visible } from '../terminal/terminal.js';

async function withStorage<R>(
  configuration: Configuration,
  { log }: ProcessContext,
  run: (storage: Storage) => Promise<R>,
): Promise<R> {
  const storage = await openStorage(configuration, createLog(configuration.logLevel, log));
  return run(storage).finally(() => storage.close());
}

const summaryOf = (kind: 'events' | 'answers', segments: number, rows: number, directory: string): string =>
  `${rows} ${kind} in ${segments} files of ${directory}`;

const rowsOf = (segments: readonly { readonly rows: number }[]): number =>
  segments.reduce((sum, { rows }) => sum + rows, 0);

export async function listArchive(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const list = printedList(processContext, given, null);
  const { directory } = configuration.archive;
  const [events, answers] = await withStorage(
    configuration,
    processContext,
    async ({ units }) => [await listArchiveSegments(units), await listAnswerSegments(units)] as const,
  );
  for (const segment of events) {
    const { rows, after, upTo, createdAt } = segment;
    const file = archiveFileNameOf(segment);
    list.add(
      { file, content: 'events', rows, from: after + 1, upTo, archivedAt: toIso(createdAt) },
      `${file}: ${rows} events at positions ${after + 1} to ${upTo}, archived ${toIso(createdAt)}`,
    );
  }
  for (const segment of answers) {
    const { rows, firstAt, lastAt, createdAt } = segment;
    const file = answerFileNameOf(segment);
    list.add(
      { file, content: 'answers', rows, from: toIso(firstAt), upTo: toIso(lastAt), archivedAt: toIso(createdAt) },
      `${file}: ${rows} answers from ${toIso(firstAt)} to ${toIso(lastAt)}, archived ${toIso(createdAt)}`,
    );
  }
  if (given['json'] !== true) {
    processContext.print(summaryOf('events', events.length, rowsOf(events), directory));
    if (answers.length > 0) processContext.print(summaryOf('answers', answers.length, rowsOf(answers), directory));
  }
  return list.end();
}

async function sealerOf(configuration: Configuration, { units }: Storage): Promise<Sealer> {
  const { sealer, unusable } = await sealerAtHand(configuration, units);
  if (sealer === null)
    throw new CommandError(
      `the archive cannot be read without the master key${unusable === null ? '' : `: ${unusable}`}`,
    );
  return sealer;
}

export async function verifyArchive(
  configuration: Configuration,
  _given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const { print } = processContext;
  const { directory } = configuration.archive;
  const store = createFileArchive(directory);
  const { findings, segments, rows, answerSegments, answers, unnamed } = await withStorage(
    configuration,
    processContext,
    async (storage) =>
      verifyFiles(storage.units, { store, digest: nodeCrypto.digest, sealer: await sealerOf(configuration, storage) }),
  );
  for (const finding of findings) print(finding);
  for (const name of unnamed) print(`not named by the database: ${name}`);
  const result = findings.length === 0 ? 'clean' : `${findings.length} findings`;
  print(`${result}: ${summaryOf('events', segments, rows, directory)}`);
  if (answerSegments > 0) print(summaryOf('answers', answerSegments, answers, directory));
  return findings.length === 0 ? 0 : 1;
}

/** Prints the archived answers under an idempotency key, or to a request id. */
export async function findArchived(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const { print } = processContext;
  const platform = requiredOptionOf(given, 'platform');
  const sought = soughtOf(given);
  const store = createFileArchive(configuration.archive.directory);
  const found = await withStorage(configuration, processContext, async (storage) => {
    const platforms = await operatorReads(storage.units).platforms();
    const { id } = findTenant(platforms, platform, optionOf(given, 'environment'));
    const sealer = await sealerOf(configuration, storage);
    return findAnswers(storage.units, { store, digest: nodeCrypto.digest, sealer }, id, sought).catch(
      (cause: unknown) => {
        throw new CommandError(textOf(cause));
      },
    );
  });
  for (const { answer, file } of found) {
    const { operation, status, createdAt, requestId, body } = answer;
    const request = requestId === null ? '' : `, request ${requestId}`;
    print(visible(`${operation ?? 'unknown operation'}: ${status} at ${toIso(createdAt)}${request}, in ${file}`));
    print(visible(body));
  }
  if (found.length === 0) print('no archived answer was found');
  return found.length === 0 ? 1 : 0;
}

function soughtOf(given: Arguments): SoughtAnswer {
  const [key, requestId] = [optionOf(given, 'key'), optionOf(given, 'request-id')];
  if ((key === undefined) === (requestId === undefined))
    throw new UsageError('--key or --request-id: give one of them');
  return key === undefined ? { by: 'requestId', requestId: requestId! } : { by: 'key', key };
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
