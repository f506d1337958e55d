import { EVENTS, JOBS } from '../events/index.js';
import { bodyDigestOf, type Digest, houseTenant, instant, plusSeconds, type Reads } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { type Platform, PLATFORMS } from '../platforms/index.js';
import { GENERAL } from '../rates/index.js';
import {
  announcementId,
  concerns,
  IMPORTED,
  importedId,
  KNOWN_EVERYWHERE_SECONDS,
  lasting,
  placeOf,
  readAllTerms,
  type Terms,
} from '../terms/index.js';
import { carriedOut, type CarriedOut } from './carried-out.js';

/** What both a record of terms and its entry in the operator log say. `content`: a digest. */
interface Stated {
  readonly tenant: string;
  readonly scope: string;
  readonly content: string;
  readonly validFrom: unknown;
  readonly withdraws: string | null;
  /** Of a change: the terms that it was decided on. */
  readonly follows: string | null;
  readonly reason: unknown;
  readonly createdBy: string;
  readonly approvedBy: string | null;
}

/** An entry that adds a record. */
interface Logged extends CarriedOut {
  readonly id: string;
  readonly isWithdrawal: boolean;
}

/**
 * Compares each record of terms with the entry of the operator log that added it, both ways, and finds announcements that
 * are missing. Every change and withdrawal writes such an entry in its own unit, and entries are sealed. The log has no
 * entry about the terms of the first start: they are compared with what the changes say that they follow.
 */
export async function inspectLoggedTerms(reads: Reads, digest: Digest): Promise<readonly string[]> {
  const all = await readAllTerms(reads);
  const logged = await loggedTerms(reads);
  const byId = new Map<string, Terms>(all.map((terms) => [terms.id, terms]));
  return [
    ...all.flatMap((terms) =>
      terms.createdBy === IMPORTED && !logged.has(terms.id)
        ? faultsOfImported(digest, terms)
        : faultsOfLogged(digest, terms, all, logged),
    ),
    ...[...logged.values()].flatMap((each) => faultsOfEntry(digest, each, byId)),
    ...gaps(all),
    ...(await unannounced(reads, digest, all)),
  ];
}

async function loggedTerms(reads: Reads): Promise<ReadonlyMap<string, Logged>> {
  const logged = new Map<string, Logged>();
  for await (const done of carriedOut(reads, (action) => action === 'terms.change' || action === 'terms.withdraw')) {
    const { action, after } = done.entry;
    const isWithdrawal = action === 'terms.withdraw';
    const { follows, withdrawnBy } = partOf(after);
    const id = textOf(isWithdrawal ? withdrawnBy : follows) ?? '';
    logged.set(id, { ...done, id, isWithdrawal });
  }
  return logged;
}

/** An entry that was altered can have anything. */
const partOf = (part: object | null): Readonly<Record<string, unknown>> => ({ ...part });
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function statedBy(
  digest: Digest,
  { entry, isWithdrawal, requestedBy, approvedBy }: Logged,
  withdrawn: Terms | null,
): Stated {
  const { tenant, subject } = entry;
  const [input, before, after] = [partOf(entry.input), partOf(entry.before), partOf(entry.after)];
  const authors = { reason: input['reason'], createdBy: requestedBy, approvedBy };
  if (!isWithdrawal)
    return {
      ...{ tenant, scope: subject, content: bodyDigestOf(digest, after['terms']), validFrom: input['validFrom'] },
      ...{ withdraws: null, follows: textOf(before['follows']), ...authors },
    };
  return {
    ...{ tenant, scope: withdrawn?.scope ?? '', content: bodyDigestOf(digest, withdrawn?.content) },
    ...{ validFrom: withdrawn?.validFrom, withdraws: subject, follows: null, ...authors },
  };
}

function recorded(digest: Digest, terms: Terms, all: readonly Terms[]): Stated {
  const { tenant, scope, content, validFrom, withdraws, reason, createdBy, approvedBy } = terms;
  const earlier = all.filter((each) => isOfOneScope(each, terms) && each.number < terms.number);
  const follows = withdraws === null ? (lasting(earlier).at(-1)?.id ?? null) : null;
  return {
    ...{ tenant, scope, content: bodyDigestOf(digest, content), validFrom, withdraws, follows },
    ...{ reason, createdBy, approvedBy },
  };
}

const isOfOneScope = (a: Terms, b: Terms): boolean => a.environment === b.environment && a.scope === b.scope;

function faultsOfLogged(
  digest: Digest,
  terms: Terms,
  all: readonly Terms[],
  logged: ReadonlyMap<string, Logged>,
): readonly string[] {
  const { id, scope, environment, withdraws } = terms;
  const own = logged.get(id);
  if (own === undefined) {
    const what = withdraws === null ? `sets the terms of ${scope} in ${environment}` : `withdraws ${withdraws}`;
    return [`${id} ${what}, and no entry of the operator log says so`];
  }
  const withdrawn = all.find((each) => each.id === own.entry.subject) ?? null;
  const [expected, found] = [statedBy(digest, own, withdrawn), recorded(digest, terms, all)];
  const fields: string[] = (Object.keys(expected) as (keyof Stated)[]).filter(
    (field) => expected[field] !== found[field],
  );
  return differing(id, 'the operator log', [...fields, ...misplaced(terms)]);
}

/** The fields that contradict others of the same record. */
const misplaced = (terms: Terms): readonly string[] => [
  ...(terms.tenant === houseTenant(terms.environment) ? [] : ['environment']),
  ...(terms.place === placeOf(terms) ? [] : ['place']),
];

const differing = (id: string, from: string, fields: readonly string[]): readonly string[] =>
  fields.length === 0 ? [] : [`${id} differs from ${from} in ${fields.join(', ')}`];

function faultsOfImported(digest: Digest, terms: Terms): readonly string[] {
  const { id, environment, scope, number, validFrom, withdraws, approvedBy } = terms;
  return differing(id, 'what a first start stores', [
    ...(id === importedId(digest, environment, scope) ? [] : ['id']),
    ...(number === 1 ? [] : ['number']),
    ...(validFrom === instant(0) ? [] : ['validFrom']),
    ...(withdraws === null ? [] : ['withdraws']),
    ...(approvedBy === null ? [] : ['approvedBy']),
    ...misplaced(terms),
  ]);
}

/** Of an entry: that a second operator approved it, that its record exists, and that the terms before it are unchanged. */
function faultsOfEntry(
  digest: Digest,
  { entry, id, isWithdrawal }: Logged,
  byId: ReadonlyMap<string, Terms>,
): readonly string[] {
  const findings: string[] = [];
  if (entry.tenant === houseTenant('PRODUCTION') && entry.outcome !== 'APPROVED')
    findings.push(`${entry.id} adds ${id}, which no second operator has approved`);
  if (!byId.has(id)) findings.push(`${entry.id} says that ${id} was added, but its record is missing`);
  const before = partOf(entry.before);
  const followed = isWithdrawal ? null : textOf(before['follows']);
  if (followed === null) return findings;
  const terms = byId.get(followed);
  // Other records have an entry of their own.
  if (terms === undefined) findings.push(`${id} follows ${followed}, which does not exist`);
  else if (
    terms.createdBy === IMPORTED &&
    bodyDigestOf(digest, terms.content) !== bodyDigestOf(digest, before['terms'])
  )
    findings.push(`${followed} differs from the terms that ${entry.id} says it had`);
  return findings;
}

/** Records of a scope have the numbers from 1 on. */
function gaps(all: readonly Terms[]): readonly string[] {
  const numbers = new Map<string, number[]>();
  for (const { environment, scope, number } of all) {
    const key = `${scope} in ${environment}`;
    numbers.set(key, [...(numbers.get(key) ?? []), number]);
  }
  return [...numbers].flatMap(([key, found]) => {
    const sorted = found.toSorted((a, b) => a - b);
    return sorted.every((number, i) => number === i + 1)
      ? []
      : [`the terms of ${key} have the numbers ${sorted.join(', ')}, not those from 1 on`];
  });
}

/**
 * Whether the platform has certainly been as it is now since before the terms were added, so that the job that announces
 * them saw it. A unit commits a while after it read the clock.
 */
function wasThere({ createdAt, updatedAt }: Platform, terms: Terms): boolean {
  const sure = terms.scope === GENERAL ? createdAt : updatedAt;
  return plusSeconds(sure, KNOWN_EVERYWHERE_SECONDS) <= terms.createdAt;
}

async function unannounced(reads: Reads, digest: Digest, all: readonly Terms[]): Promise<readonly string[]> {
  const platforms: Platform[] = [];
  for await (const platform of everyRecord(reads, PLATFORMS)) platforms.push(platform);
  const missing: (readonly [Terms, Platform])[] = [];
  for (const terms of all.filter(({ createdBy }) => createdBy !== IMPORTED)) {
    const due = platforms.filter(
      (each) => each.environment === terms.environment && wasThere(each, terms) && concerns(terms, each),
    );
    const ids = due.map(({ id }) => announcementId(digest, terms, id));
    const found = new Set((await reads.getMany(EVENTS, ids)).map(({ id }) => id));
    missing.push(...due.filter((_, i) => !found.has(ids[i]!)).map((platform) => [terms, platform] as const));
  }
  if (missing.length === 0) return [];
  const waiting = new Set<string>();
  for await (const { kind, subject } of everyRecord(reads, JOBS)) if (kind === 'terms.tell') waiting.add(subject);
  return missing
    .filter(([{ id }]) => !waiting.has(id))
    .map(([{ id }, platform]) => `${id} was not announced to ${platform.id}, and no job announces it`);
}
