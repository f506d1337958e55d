import { idsIn, type RememberedAnswer, readAll, type TenantKey } from '../kernel/index.js';
import { ErasureRefused, untilWon } from '../seals/index.js';
import { ANSWER_SEGMENTS } from './answer-segment.js';
import { openArchiveKey, storedArchiveKey } from './archive-key.js';
import type { ErasePorts } from './erase-events.js';
import { answersOf } from './find-answers.js';
import { removeReplacedFiles } from './removal.js';
import { replaceFile } from './replace-file.js';
import { ANSWER_STREAM, segmentId } from './segment.js';

/** The body of an archived answer whose body was erased. */
export const ERASED_BODY = '{"erased":true}';

const isId = (text: string): boolean => idsIn(text)[0] === text;

/** The form of an encrypted body: base64url of at least the 28 bytes of the initialization vector and the tag. */
const ENCRYPTED = /^[\w-]{38,}$/;

/** Whether a former release has encrypted the body without the ids of the records in it. */
const hidesItsNames = ({ body, names }: Pick<RememberedAnswer, 'body' | 'names'>): boolean =>
  names === null && ENCRYPTED.test(body);

/**
 * Tells the answers that name one of these records: by its id in the path, the body or the names that are stored with an
 * encrypted body, or by another text that is a whole segment of the path or a whole string of the body, such as the code of
 * an invitation. Of an encrypted body without stored names the host cannot tell whom it names, so it counts as one of them.
 */
export function namesAny(
  sought: Iterable<string>,
): (answer: Pick<RememberedAnswer, 'operation' | 'body' | 'names'>) => boolean {
  const all = new Set(sought);
  const texts = [...all].filter((text) => text !== '' && !isId(text));
  return (answer) => {
    const { body, names } = answer;
    const path = answer.operation ?? '';
    return (
      hidesItsNames(answer) ||
      [...(names ?? []), ...idsIn(path), ...idsIn(body)].some((id) => all.has(id)) ||
      texts.some((text) => path.split('/').includes(text) || body.includes(JSON.stringify(text)))
    );
  };
}

/**
 * Erases the bodies of the archived answers of a platform of which `namesAny` tells that they name a record. The key, the
 * request id, the status and the time stay, so that the answer is still found. Returns how many lost their body. Answers in
 * the table are left: their keys must not be executed again.
 */
export async function eraseAnswers(
  ports: ErasePorts,
  { tenant, ids }: { readonly tenant: TenantKey; readonly ids: Iterable<string> },
): Promise<number> {
  const { units, archive, clock } = ports;
  const segments = await units.read(null, (reads) => readAll(reads, ANSWER_SEGMENTS), 'long');
  if (segments.length === 0) return 0;
  if (archive === null)
    throw new ErasureRefused('answers were archived, and this host has no archive: nothing was erased');
  const removals = { units, clock, store: archive };
  await removeReplacedFiles(removals);
  const names = namesAny(ids);
  const isTarget = (answer: RememberedAnswer): boolean =>
    answer.tenant === tenant && answer.body !== ERASED_BODY && names(answer);
  let erased = 0;
  for (const { number, tenants } of segments) {
    if (tenants.some(([each]) => each === tenant)) erased += await untilWon(() => eraseInFile(ports, number, isTarget));
  }
  await removeReplacedFiles(removals);
  return erased;
}

async function eraseInFile(
  { archive, sealer, ...ports }: ErasePorts,
  number: number,
  isTarget: (answer: RememberedAnswer) => boolean,
): Promise<number | 'raced'> {
  const files = { store: archive!, digest: ports.digest };
  const { segment, stored } = await ports.units.read(null, async (reads) => ({
    segment: await reads.get(ANSWER_SEGMENTS, segmentId(number, ANSWER_STREAM)),
    stored: await storedArchiveKey(reads),
  }));
  if (segment === null || stored === null)
    throw new ErasureRefused(`answer segment ${number} or the key of the archive is missing; run the audit`);
  const key = openArchiveKey(sealer, stored);
  const answers = answersOf(files, key, segment);
  const count = answers.filter(isTarget).length;
  if (count === 0) return 0;
  const records = answers.map((answer) => (isTarget(answer) ? { ...answer, body: ERASED_BODY } : answer));
  const replacement = { kind: ANSWER_SEGMENTS, stream: ANSWER_STREAM, segment, records, erasures: [] };
  return (await replaceFile({ ...ports, ...files }, key, replacement)) ? count : 'raced';
}
