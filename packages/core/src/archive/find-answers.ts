import {
  type Digest,
  keyDigestOf,
  type RememberedAnswer,
  type Sealer,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { type AnswerSegment, ANSWER_SEGMENTS } from './answer-segment.js';
import { openArchiveKey, storedArchiveKey } from './archive-key.js';
import { mayContain } from './fingerprints.js';
import { ANSWER_STREAM, fileNameOf } from './segment.js';
import { readSegmentFile, type SegmentFiles, UnreadableSegment } from './segment-file.js';

/** What an archived answer is found by. */
export type SoughtAnswer =
  | { readonly by: 'key'; readonly key: string }
  | { readonly by: 'requestId'; readonly requestId: string };

export interface FoundAnswer {
  readonly answer: RememberedAnswer;
  /** The name of the file that has it. */
  readonly file: string;
}

/**
 * The archived answers of a tenant under an idempotency key or to a request id, the earliest first. A key may have been
 * used for several operations, and again after 24 hours. Throws an `UnreadableSegment`.
 */
export function findAnswers(
  units: UnitOfWork,
  { sealer, ...files }: SegmentFiles & { readonly sealer: Sealer },
  tenant: TenantKey,
  sought: SoughtAnswer,
): Promise<readonly FoundAnswer[]> {
  const text = soughtText(files.digest, tenant, sought);
  return units.read(
    null,
    async (reads) => {
      const found: FoundAnswer[] = [];
      const stored = await storedArchiveKey(reads);
      for await (const segment of everyRecord(reads, ANSWER_SEGMENTS)) {
        if (!segment.tenants.some(([each]) => each === tenant) || !mayContain(segment.foundBy, text)) continue;
        if (stored === null) throw new UnreadableSegment('the key of the archive is missing');
        const file = fileNameOf(segment, ANSWER_STREAM);
        for (const answer of answersOf(files, openArchiveKey(sealer, stored), segment))
          if (answer.tenant === tenant && isSought(answer, sought, text)) found.push({ answer, file });
      }
      return found.sort((a, b) => a.answer.createdAt - b.answer.createdAt);
    },
    'long',
  );
}

/** The answers of a segment. Throws an `UnreadableSegment`. */
export const answersOf = (
  files: SegmentFiles,
  key: Uint8Array,
  segment: Pick<AnswerSegment, 'number' | 'form' | 'digest' | 'rewrite'>,
): readonly RememberedAnswer[] =>
  (readSegmentFile(files, key, segment, ANSWER_STREAM) as readonly FormerAnswer[]).map((answer) => ({
    ...answer,
    names: answer.names ?? null,
  }));

/** Files of former releases have answers without names. */
type FormerAnswer = Omit<RememberedAnswer, 'names'> & Partial<Pick<RememberedAnswer, 'names'>>;

const soughtText = (digest: Digest, tenant: TenantKey, sought: SoughtAnswer): string =>
  sought.by === 'key' ? keyDigestOf(digest, tenant, sought.key) : sought.requestId;

const isSought = ({ keyDigest, requestId }: RememberedAnswer, { by }: SoughtAnswer, text: string): boolean =>
  (by === 'key' ? keyDigest : requestId) === text;
