import { type UnitOfWork, readAll } from '../kernel/index.js';
import { ANSWER_SEGMENTS, type AnswerSegment, lastAnswerSegment } from './answer-segment.js';
import { inspectAnswers } from './inspect-answers.js';
import { inspectArchive, type InspectArchivePorts } from './inspect-archive.js';
import { lastSegment } from './last-segment.js';
import { ANSWER_STREAM, ARCHIVE_SEGMENTS, type ArchiveSegment, fileNameOf } from './segment.js';

/** All segments of events, oldest first. */
export const listSegments = (units: UnitOfWork): Promise<readonly ArchiveSegment[]> =>
  units.read(null, (reads) => readAll(reads, ARCHIVE_SEGMENTS), 'long');

/** All segments of answers, oldest first. */
export const listAnswerSegments = (units: UnitOfWork): Promise<readonly AnswerSegment[]> =>
  units.read(null, (reads) => readAll(reads, ANSWER_SEGMENTS), 'long');

/** A file of the archive with its digest. */
export interface ArchiveFile {
  readonly name: string;
  readonly digest: string;
}

/** The newest file of events and that of answers, if there are any. */
export async function newestFiles(units: UnitOfWork): Promise<readonly ArchiveFile[]> {
  const [events, answers] = await units.read(
    null,
    async (reads) => [await lastSegment(reads), await lastAnswerSegment(reads)] as const,
  );
  const found: ArchiveFile[] = [];
  if (events !== null) found.push({ name: fileNameOf(events), digest: events.digest });
  if (answers !== null) found.push({ name: fileNameOf(answers, ANSWER_STREAM), digest: answers.digest });
  return found;
}

/** The name of the file of a segment of answers. */
export const answerFileNameOf = (segment: AnswerSegment): string => fileNameOf(segment, ANSWER_STREAM);

export interface VerifiedArchive {
  /** One sentence for each contradiction between files and database. */
  readonly findings: readonly string[];
  readonly segments: number;
  /** The archived events. */
  readonly rows: number;
  /** The files of answers, and the archived answers. */
  readonly answerSegments: number;
  readonly answers: number;
  /** The names of files that the database does not name: of an interrupted run, or of another copy of the database. */
  readonly unnamed: readonly string[];
}

/** Reads every file of the archive and compares it with the database. */
export async function verifyArchive(units: UnitOfWork, ports: InspectArchivePorts): Promise<VerifiedArchive> {
  const [events, answers] = await units.read(
    null,
    async (reads) => [await inspectArchive(reads, ports), await inspectAnswers(reads, ports)] as const,
    'long',
  );
  const names = await ports.store.names();
  const named = new Set([
    ...(await listSegments(units)).map((segment) => fileNameOf(segment)),
    ...(await listAnswerSegments(units)).map(answerFileNameOf),
  ]);
  return {
    findings: [...events.findings, ...answers.findings],
    ...{ segments: events.segments, rows: events.rows, answerSegments: answers.segments, answers: answers.rows },
    unnamed: names.filter((name) => !named.has(name)),
  };
}
