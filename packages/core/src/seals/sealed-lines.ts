import type { OutboxEvent } from '../events/index.js';
import { canonicalText, type Digest } from '../kernel/index.js';
import type { OperatorLogEntry } from '../operators/index.js';
import { type SplitSnapshot, splitSnapshot, splitSnapshotOfForm2 } from './plain-members.js';

/** The text of a row, made of logical values, so that a change of the schema keeps seals valid. */
export type LineOf<T> = (record: T, digest: Digest) => string;

/** A row that can be erased, in two parts. */
interface Parts {
  /** What an erasure keeps. */
  readonly kept: readonly unknown[];
  /** What it removes. */
  readonly personal: object;
}

type Erasable = Pick<OutboxEvent, 'salt' | 'erasedDigest'>;

/** The digest that stands for what an erasure removes. The salt keeps it from being compared with guesses. */
export const personalDigest = (digest: Digest, salt: string, personal: object): string =>
  digest.sha256(canonicalText([salt, personal]));

/** Whether the row has a digest of its own for what is personal in it. Rows from before salts have none. */
const isSplit = ({ salt, erasedDigest }: Erasable): boolean => salt !== null || erasedDigest !== null;

/**
 * The line of a row whose personal part has a digest: it is the same before and after an erasure. A row that says that it
 * was erased and still has a salt or something personal was altered, and gets another line.
 */
function splitLine(digest: Digest, { salt, erasedDigest }: Erasable, { kept, personal }: Parts): string {
  if (erasedDigest === null) return canonicalText({ kept, personal: personalDigest(digest, salt!, personal) });
  const isErased = salt === null && Object.keys(personal).length === 0;
  return canonicalText({ kept, personal: erasedDigest, ...(!isErased && { salt, left: personal }) });
}

type Split = (type: OutboxEvent['type'], snapshot: object) => SplitSnapshot;

const eventParts =
  (split: Split) =>
  ({ tenant, id, type, resource, snapshot, available, held, createdAt }: OutboxEvent): Parts => {
    const { plain, personal } = split(type, snapshot);
    return { kept: [tenant, id, type, resource, plain, available, held, createdAt], personal };
  };

const partsOfForm2 = eventParts(splitSnapshotOfForm2);
const partsOfForm3 = eventParts(splitSnapshot);

const wholeEvent: LineOf<OutboxEvent> = ({ tenant, id, type, resource, snapshot, available, held, createdAt }) =>
  canonicalText([tenant, id, type, resource, snapshot, available, held, createdAt]);

/** Rows are written without a salt by hosts of former releases, and lose parts in an erasure in every form. */
export const EVENT_LINES: Readonly<Record<number, LineOf<OutboxEvent>>> = {
  1: (event, digest) =>
    event.erasedDigest === null ? wholeEvent(event, digest) : splitLine(digest, event, partsOfForm2(event)),
  2: (event, digest) => (isSplit(event) ? splitLine(digest, event, partsOfForm2(event)) : wholeEvent(event, digest)),
  3: (event, digest) => (isSplit(event) ? splitLine(digest, event, partsOfForm3(event)) : wholeEvent(event, digest)),
};

/** The parts of an entry that an erasure removes; it sets them to null. */
const logParts = ({ input, before, after }: OperatorLogEntry): object =>
  Object.fromEntries(Object.entries({ input, before, after }).filter(([, part]) => part !== null));

function entryParts(entry: OperatorLogEntry): Parts {
  const { tenant, id, operatorId, operatorName, source, outcome, action, subject, createdAt } = entry;
  const { request, requestedBy, requestId } = entry;
  return {
    kept: [
      ...[tenant, id, operatorId, operatorName, source, outcome, action, subject, createdAt],
      ...[request, requestedBy, requestId],
    ],
    personal: logParts(entry),
  };
}

const wholeEntry: LineOf<OperatorLogEntry> = ({ tenant, id, operatorId, operatorName, source, ...entry }) =>
  canonicalText([
    ...[tenant, id, operatorId, operatorName, source, entry.outcome, entry.action, entry.subject, entry.createdAt],
    ...[entry.input, entry.before, entry.after, entry.request, entry.requestedBy, entry.requestId],
  ]);

export const LOG_LINES: Readonly<Record<number, LineOf<OperatorLogEntry>>> = {
  1: (entry, digest) =>
    entry.erasedDigest === null ? wholeEntry(entry, digest) : splitLine(digest, entry, entryParts(entry)),
  2: (entry, digest) => (isSplit(entry) ? splitLine(digest, entry, entryParts(entry)) : wholeEntry(entry, digest)),
};

/** What an erasure sets in a row. `spare`: a salt for a row that has none, which nothing keeps. */
type Erased<T> = (digest: Digest, record: T, spare: string) => Partial<T>;

export const erasedEvent: Erased<OutboxEvent> = (digest, { type, snapshot, salt }, spare) => {
  const { plain, personal } = splitSnapshot(type, snapshot);
  return { snapshot: plain, salt: null, erasedDigest: personalDigest(digest, salt ?? spare, personal) };
};

export const erasedEntry: Erased<OperatorLogEntry> = (digest, entry, spare) => ({
  ...{ input: null, before: null, after: null, salt: null },
  erasedDigest: personalDigest(digest, entry.salt ?? spare, logParts(entry)),
});
