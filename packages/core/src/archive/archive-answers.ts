import {
  Bug,
  type Clock,
  instant,
  newRecord,
  type Random,
  REMEMBERED_ANSWERS,
  type RememberedAnswer,
  type Sealer,
  type UnitOfWork,
} from '../kernel/index.js';
import { type AnswerSegment, ANSWER_SEGMENTS, ANSWERS_OF_A_SEGMENT, lastAnswerSegment } from './answer-segment.js';
import { committed, createdKey, openArchiveKey, RACED, storedArchiveKey } from './archive-key.js';
import { type ArchivedEvents, NOTHING_ARCHIVED } from './archive-events.js';
import { dropUnnamed } from './drop-unnamed.js';
import { fingerprintsOf } from './fingerprints.js';
import { ANSWER_STREAM, fileNameOf, HOST, segmentId } from './segment.js';
import { byText, readSegmentFile, rowsByTenant, type SegmentFiles, writeSegmentFile } from './segment-file.js';

export interface ArchiveAnswersPorts extends SegmentFiles {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly random: Random;
  readonly sealer: Sealer;
}

/** Few answers wait for more, so that a quiet host writes one file a day. */
const WAIT_MS = 86_400_000;

/** The fields of a segment that follow from its answers. */
export function summaryOfAnswers(
  answers: readonly RememberedAnswer[],
): Pick<AnswerSegment, 'rows' | 'firstAt' | 'lastAt' | 'tenants' | 'foundBy'> {
  const times = answers.map(({ createdAt }) => createdAt).sort((a, b) => a - b);
  return {
    rows: answers.length,
    firstAt: times[0] ?? instant(0),
    lastAt: times.at(-1) ?? instant(0),
    tenants: rowsByTenant(answers),
    foundBy: fingerprintsOf(answers.flatMap(({ keyDigest, requestId }) => [keyDigest ?? [], requestId ?? []].flat())),
  };
}

/** In an order that does not depend on the database. A full page leaves out its last instant, which may continue. */
function inOrder(expired: readonly RememberedAnswer[], isFull: boolean): readonly RememberedAnswer[] {
  const end = isFull ? expired.at(-1)!.expiresAt : null;
  const whole = expired.filter(({ expiresAt }) => expiresAt !== end);
  return [...(whole.length > 0 ? whole : expired)].sort((a, b) => a.expiresAt - b.expiresAt || byText(a.id, b.id));
}

/**
 * Moves expired answers to a file, instead of deleting them. The file is written, read again and compared before the
 * unit of work that adds the segment and deletes the rows. If this host dies before that unit, the file is an orphan,
 * and the rows are all there. If several hosts archive at the same time, one of them adds the segment.
 *
 * Throws if the newest file cannot be read: this host then has another folder than the one that archived before.
 */
export function createAnswerArchiver({ units, clock, random, sealer, ...files }: ArchiveAnswersPorts) {
  return async (): Promise<ArchivedEvents> => {
    const expired = await units.read(null, (reads) =>
      reads.expired(REMEMBERED_ANSWERS, clock.now(), ANSWERS_OF_A_SEGMENT),
    );
    const isFull = expired.length === ANSWERS_OF_A_SEGMENT;
    const [first] = expired;
    if (first === undefined || (!isFull && first.expiresAt > clock.now() - WAIT_MS)) return NOTHING_ARCHIVED;
    const { last, key } = await units.read(null, async (reads) => ({
      last: await lastAnswerSegment(reads),
      key: await storedArchiveKey(reads),
    }));
    if (last !== null && key === null) throw new Bug('the key of the archive is missing; run the audit');
    const opened = openArchiveKey(sealer, key ?? (await createdKey(units, { random, sealer, clock })));
    if (last !== null) readSegmentFile(files, opened, last, ANSWER_STREAM);

    const answers = inOrder(expired, isFull);
    const written = await writeSegmentFile(files, opened, (last?.number ?? 0) + 1, answers, ANSWER_STREAM);
    // Segments are read in the order of their times, and the clock of another host may have been ahead.
    const now = instant(Math.max(clock.now(), last?.createdAt ?? 0));
    const base = newRecord(segmentId(written.number, ANSWER_STREAM), { tenant: HOST, now });
    const segment: AnswerSegment = { ...written, ...summaryOfAnswers(answers), ...base };
    const isMoved = await committed(units, (tx) => {
      tx.add(ANSWER_SEGMENTS, segment, { conflicts: { id: RACED } });
      for (const answer of answers) tx.remove(REMEMBERED_ANSWERS, answer, RACED);
    });
    if (!isMoved) {
      await dropUnnamed({ units, ...files }, ANSWER_SEGMENTS, written, ANSWER_STREAM);
      return NOTHING_ARCHIVED;
    }
    return { rows: answers.length, file: fileNameOf(written, ANSWER_STREAM), isBehind: isFull };
  };
}
