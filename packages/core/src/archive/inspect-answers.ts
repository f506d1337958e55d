import { canonicalText, type Reads, REMEMBERED_ANSWERS, type RememberedAnswer } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { type AnswerSegment, ANSWER_SEGMENTS } from './answer-segment.js';
import { summaryOfAnswers } from './archive-answers.js';
import { answersOf } from './find-answers.js';
import { type InspectArchivePorts, type InspectedArchive, keyOf } from './inspect-archive.js';
import type { SegmentFiles } from './segment-file.js';

/**
 * Proves that every file of the archive of answers is there and has not changed, that its segment says what is in it,
 * that no segment is missing between two others, and that no answer is both in the archive and in the table.
 */
export async function inspectAnswers(
  reads: Reads,
  { sealer, ...files }: InspectArchivePorts,
): Promise<InspectedArchive> {
  const findings: string[] = [];
  const key = await keyOf(reads, sealer, findings);
  let [before, segments, rows] = [0, 0, 0];
  for await (const segment of everyRecord(reads, ANSWER_SEGMENTS)) {
    const { number } = segment;
    if (segments === 0 && key === null)
      findings.push('the archived answers cannot be read, because the key of the archive is missing');
    if (number !== before + 1)
      findings.push(`answer segment ${number} follows segment ${before}: the segments between them are missing`);
    if (key !== null) findings.push(...(await contentFindings(reads, files, key, segment)));
    before = number;
    segments += 1;
    rows += segment.rows;
  }
  return { findings, segments, rows };
}

async function contentFindings(
  reads: Reads,
  files: SegmentFiles,
  key: Uint8Array,
  segment: AnswerSegment,
): Promise<readonly string[]> {
  let answers: readonly RememberedAnswer[];
  try {
    answers = answersOf(files, key, segment);
  } catch (cause) {
    return [(cause as Error).message];
  }
  const findings: string[] = [];
  const { rows, firstAt, lastAt, tenants, foundBy } = segment;
  if (canonicalText({ rows, firstAt, lastAt, tenants, foundBy }) !== canonicalText(summaryOfAnswers(answers)))
    findings.push(`answer segment ${segment.number} was changed: it does not say what is in its file`);
  const givenAt = new Map(answers.map(({ id, createdAt }) => [id, createdAt]));
  // A key may be used again after 24 hours: its next answer has the same id and a later time.
  for (const { id, createdAt } of await reads.getMany(REMEMBERED_ANSWERS, [...givenAt.keys()]))
    if (createdAt === givenAt.get(id)) findings.push(`${id} is in answer segment ${segment.number} and in the table`);
  return findings;
}
