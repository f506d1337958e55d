import type { PaymentRail } from '../accounts/index.js';
import { schedule } from '../events/index.js';
import {
  type Context,
  type CurrencyCode,
  domainError,
  err,
  type FieldError,
  type Id,
  type Instant,
  invalidFields,
  newRecord,
  ok,
  plusSeconds,
  type Reads,
  type Result,
  splitTenant,
  toIso,
  type Tx,
  type Unit,
} from '../kernel/index.js';
import { corridorName, GENERAL } from '../rates/index.js';
import { KNOWN_EVERYWHERE_SECONDS, readAllTerms } from './book.js';
import { changedTerms, definedTerms, scopeText, type TermName, TERMS_IN_ORDER, type TermsContent } from './content.js';
import { chainsOf, lasting, placeOf, type Terms, TERMS } from './terms.js';

type Cleared<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

/** A change of the terms of a corridor, or without one of the general terms. Null: the terms leave this open again. */
export interface TermsChange extends Cleared<Omit<TermsContent, 'fixedFees'>> {
  readonly source?: CurrencyCode | undefined;
  readonly destination?: CurrencyCode | undefined;
  readonly rail?: PaymentRail | undefined;
  /** Host time. */
  readonly validFrom: Instant;
  readonly reason: string;
}

/** Who decided about terms. */
export interface TermsAuthors {
  readonly createdBy: string;
  readonly approvedBy: string | null;
}

/** What a change would add. */
export interface PlannedTerms {
  readonly scope: string;
  readonly number: number;
  /** The terms that it follows; null if the corridor has none. */
  readonly before: Terms | null;
  readonly content: TermsContent;
  readonly validFrom: Instant;
}

/** A year and a day later, a date is rather a slip. */
const LATEST_SECONDS = 367 * 86_400;

const RACED = domainError('CONFLICT', 'the terms were changed at the same time; look at them again');

/** The corridor that a change names; every fault of it. */
function scopeOf({ source, destination, rail }: TermsChange): Result<string> {
  const faults: FieldError[] = [];
  if (source === undefined && destination !== undefined)
    faults.push({ field: 'source', message: 'is required with a destination' });
  if (destination === undefined && source !== undefined)
    faults.push({ field: 'destination', message: 'is required with a source' });
  if (rail !== undefined && source === undefined && destination === undefined)
    faults.push({ field: 'rail', message: 'needs a source and a destination' });
  if (faults.length > 0) return invalidFields(faults);
  return ok(source === undefined ? GENERAL : corridorName({ source, destination: destination!, rail }));
}

/** What the terms would say, with the parts that the change names. */
function changedContent(before: TermsContent, change: TermsChange): TermsContent {
  const given = TERMS_IN_ORDER.filter((name) => change[name] !== undefined);
  const set = Object.fromEntries(given.map((name) => [name, change[name] ?? undefined]));
  return definedTerms({ ...before, ...set });
}

const OF_QUOTES = ['variableFeeBps', 'fixedFee', 'spreadBps', 'quoteSeconds'] as const;

/** What contradicts itself in terms, whatever their time is. */
function faultsOf(scope: string, { source, destination }: TermsChange, content: TermsContent): readonly FieldError[] {
  const { minAmount = 0n, maxAmount } = content;
  const faults: FieldError[] = [];
  if (maxAmount !== undefined && minAmount > maxAmount)
    faults.push({ field: 'minAmount', message: 'must not be greater than maxAmount' });
  const misplaced = (names: readonly TermName[], message: string) =>
    faults.push(...names.filter((name) => content[name] !== undefined).map((field) => ({ field, message })));
  if (scope === GENERAL) {
    misplaced(
      TERMS_IN_ORDER.filter((name) => name !== 'variableFeeBps'),
      'needs a corridor: the general terms have a fee only',
    );
    if (content.variableFeeBps === undefined)
      faults.push({ field: 'variableFeeBps', message: 'cannot be removed from the general terms' });
  } else if (source === destination) {
    misplaced(OF_QUOTES, 'is not allowed between equal currencies: transfers have no fees, no rates and no quotes');
  }
  return faults;
}

/** The longest validity of a quote under any terms of the environment. */
const longestQuote = (all: readonly Terms[], content: TermsContent, quoteSeconds: number): number =>
  [...all.map((terms) => terms.content), content].reduce(
    (longest, each) => Math.max(longest, each.quoteSeconds ?? 0),
    quoteSeconds,
  );

function faultsOfTime(
  { validFrom }: TermsChange,
  { hostNow }: Context,
  before: Terms | null,
  notice: number,
): readonly FieldError[] {
  const earliest = plusSeconds(hostNow, notice);
  const latest = plusSeconds(hostNow, LATEST_SECONDS);
  const fault = (message: string): readonly FieldError[] => [{ field: 'validFrom', message }];
  if (validFrom < earliest)
    return fault(
      `must be ${notice} seconds from now or later, at present ${toIso(earliest)}: quotes that are valid now must end before, and every host must know the terms`,
    );
  if (validFrom > latest) return fault(`must be at the latest ${toIso(latest)}`);
  return before !== null && before.validFrom >= validFrom
    ? fault(
        `must be later than ${toIso(before.validFrom)}, from which ${before.id} are valid; withdraw them first for an earlier time`,
      )
    : [];
}

/**
 * Reads what a change would add. 400 INVALID_INPUT with every wrong field; 409 CONFLICT before a host has stored the first
 * terms, or if nothing would change.
 */
export async function planTerms(
  reads: Reads,
  ctx: Context,
  quoteSeconds: number,
  change: TermsChange,
): Promise<Result<PlannedTerms>> {
  const scope = scopeOf(change);
  if (!scope.ok) return scope;
  const { environment } = splitTenant(ctx.tenant);
  const all = await readAllTerms(reads, environment);
  if (all.length === 0) return err('CONFLICT', 'no terms are stored; start a host once');
  const chain = chainsOf(all).get(scope.value) ?? [];
  const before = lasting(chain).at(-1) ?? null;
  const content = changedContent(before?.content ?? {}, change);
  const notice = longestQuote(all, content, quoteSeconds) + KNOWN_EVERYWHERE_SECONDS;
  const faults = [...faultsOf(scope.value, change, content), ...faultsOfTime(change, ctx, before, notice)];
  if (faults.length > 0) return invalidFields(faults);
  if (changedTerms(before?.content ?? {}, content).length === 0)
    return err('CONFLICT', `nothing changes: the last terms of ${scopeText(scope.value)} say the same`);
  const number = (chain.at(-1)?.number ?? 0) + 1;
  return ok({ scope: scope.value, number, before, content, validFrom: change.validFrom });
}

/** Adds terms as they were planned in this unit, and tells the platforms. 409 CONFLICT if the scope got others meanwhile. */
export function addTerms(unit: Unit, planned: PlannedTerms, reason: string, authors: TermsAuthors): Terms {
  const { scope, number, content, validFrom } = planned;
  return add(unit, { scope, number, content, validFrom, withdraws: null, reason, ...authors });
}

export interface TermsWithdrawal {
  readonly id: Id<'Terms'>;
  readonly reason: string;
}

/**
 * The terms that can be withdrawn, with the number of the record that does it. 404 REFERENCE_NOT_FOUND; 409 CONFLICT once
 * they are in force or nearly so, if they were withdrawn, or if later terms of the scope follow them.
 */
export async function planWithdrawal(
  reads: Reads,
  ctx: Context,
  { id }: Pick<TermsWithdrawal, 'id'>,
): Promise<Result<{ readonly terms: Terms; readonly number: number }>> {
  const { environment } = splitTenant(ctx.tenant);
  const terms = await reads.get(TERMS, id);
  if (terms === null || terms.environment !== environment) return err('REFERENCE_NOT_FOUND', `${id} does not exist`);
  const chain = (await readAllTerms(reads, environment)).filter(({ scope }) => scope === terms.scope);
  const left = lasting(chain);
  if (!left.some((each) => each.id === id)) return err('CONFLICT', `${id} were withdrawn`);
  if (terms.validFrom < plusSeconds(ctx.hostNow, KNOWN_EVERYWHERE_SECONDS))
    return err(
      'CONFLICT',
      `${id} are in force, or come into force within ${KNOWN_EVERYWHERE_SECONDS} seconds; change the terms instead`,
    );
  if (left.at(-1)!.id !== id) return err('CONFLICT', `${left.at(-1)!.id} follow ${id}; withdraw them first`);
  return ok({ terms, number: Math.max(...chain.map(({ number }) => number)) + 1 });
}

/** Withdraws terms as it was planned in this unit, and tells the platforms. 409 CONFLICT as in `addTerms`. */
export function withdrawTerms(
  unit: Unit,
  { terms, number }: { readonly terms: Terms; readonly number: number },
  reason: string,
  authors: TermsAuthors,
): Terms {
  const { scope, content, validFrom } = terms;
  return add(unit, { scope, number, content, validFrom, withdraws: terms.id, reason, ...authors });
}

type Added = Omit<Terms, 'place' | 'id' | 'tenant' | 'version' | 'createdAt' | 'updatedAt' | 'environment'>;

function add({ tx, ctx, ids }: { readonly tx: Tx } & Unit, added: Added): Terms {
  const { environment } = splitTenant(ctx.tenant);
  const terms: Terms = {
    ...added,
    environment,
    place: placeOf({ ...added, environment }),
    ...newRecord(ids.next('Terms'), { tenant: ctx.tenant, now: ctx.hostNow }),
  };
  // The first change of the scope takes the number; a withdrawal takes one too.
  tx.add(TERMS, terms, { conflicts: { place: RACED } });
  schedule({ tx, ctx, ids }, { kind: 'terms.tell', subject: terms.id, dueAt: ctx.hostNow });
  return terms;
}
