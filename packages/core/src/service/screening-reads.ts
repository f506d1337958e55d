import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import {
  type Cursors,
  type Id,
  isId,
  type Page,
  type PageRequest,
  readAll,
  readMatching,
  readPage,
  type Reads,
  type Result,
  type Sealer,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import {
  casesAbout,
  linksOf,
  type MatchDetails,
  matchDetails,
  matchesOf,
  shownQuestion,
  type Screening,
  type ScreeningCase,
  type ScreeningCaseLink,
  SCREENING_CASES,
  SCREENING_MATCHES,
  type ScreeningCaseStatus,
  type ScreeningMatchRecord,
  type ScreeningQuestion,
  SCREENINGS,
  type ScreeningStatus,
} from '../screening/index.js';

/** The screenings of which tenants are read, with which status. */
interface OfTenants<S> extends PageRequest {
  /** Absent: those of all tenants. */
  readonly tenant?: TenantKey | undefined;
  readonly status?: S | undefined;
  /** The tenants that the caller may read; absent: all. */
  readonly within?: ((tenant: TenantKey) => boolean) | undefined;
}

export interface ScreeningFilter extends OfTenants<ScreeningStatus> {
  /** Only those with a match that no operator has decided about. A page looks at a bounded number, and may have few or none. */
  readonly hasOpenMatch?: boolean | undefined;
}
export type CaseFilter = OfTenants<ScreeningCaseStatus>;

/** A match with what the provider said of it; null if the text was erased, or cannot be opened. */
export interface ShownMatch {
  readonly match: ScreeningMatchRecord;
  readonly details: MatchDetails | null;
}

/** A screening with all that an operator needs to decide about it. It has personal data. */
export interface ShownScreening {
  readonly screening: Screening;
  /** Null if the text was erased, or cannot be opened. */
  readonly question: ScreeningQuestion | null;
  readonly matches: readonly ShownMatch[];
  /** The exceptions about its hits. */
  readonly exceptions: readonly ExceptionRecord[];
  readonly cases: readonly ScreeningCase[];
}

export interface ShownCase {
  readonly case: ScreeningCase;
  readonly links: readonly ScreeningCaseLink[];
}

/** What operators read of the screening of parties and payments, and of cases. */
export interface ScreeningReads {
  /** Pages of screenings, newest first. INVALID_INPUT for an unknown cursor. */
  readonly list: (filter: ScreeningFilter) => Promise<Result<Page<Screening>>>;
  /** The record of a screening of any tenant; null if it does not exist. */
  readonly get: (id: string) => Promise<Screening | null>;
  /** A screening with its question and its matches; null if it does not exist. */
  readonly show: (id: string) => Promise<ShownScreening | null>;
  /** The newest screenings of a payment, a deposit, a customer, an owner or an external account, newest first. */
  readonly about: (tenant: TenantKey, subject: string) => Promise<readonly Screening[]>;
  readonly cases: {
    /** Pages of cases, newest first. INVALID_INPUT for an unknown cursor. */
    readonly list: (filter: CaseFilter) => Promise<Result<Page<ScreeningCase>>>;
    /** A case of any tenant; null if it does not exist. */
    readonly get: (id: string) => Promise<ShownCase | null>;
    /** The cases about a record; those of a customer are also those about what belongs to it. Newest first. */
    readonly about: (tenant: TenantKey, subject: string) => Promise<readonly ScreeningCase[]>;
  };
}

export interface ScreeningReadPorts {
  readonly units: UnitOfWork;
  readonly cursors: Cursors;
  readonly sealer: Sealer;
}

const NEWEST = 20;

export function screeningReads({ units, cursors, sealer }: ScreeningReadPorts): ScreeningReads {
  const any = async <T>(read: (reads: Reads) => Promise<T>): Promise<T> => units.read(null, read);
  return {
    list: ({ tenant, status, within, hasOpenMatch = false, ...request }) =>
      units.read(tenant ?? null, async (reads) => {
        const query = { where: { status }, order: 'desc' } as const;
        if (within === undefined && !hasOpenMatch)
          return readPage(reads, cursors, SCREENINGS, { ...query, counted: false }, request);
        const open = hasOpenMatch ? await openMatches(reads) : null;
        const isWanted = (each: Screening): boolean =>
          (within?.(each.tenant) ?? true) && (open === null || each.matches.some((id) => open.has(id)));
        return readMatching(reads, cursors, SCREENINGS, query, isWanted, request);
      }),
    get: (id) => any(async (reads) => (isId('Screening', id) ? reads.get(SCREENINGS, id) : null)),
    async show(id) {
      const found = isId('Screening', id) ? await any((reads) => reads.get(SCREENINGS, id)) : null;
      if (found === null) return null;
      return units.read(found.tenant, async (reads) => {
        const screening = (await reads.get(SCREENINGS, id))!;
        const matches = await matchesOf(reads, screening);
        return {
          screening,
          question: shownQuestion(sealer, screening),
          matches: matches.map((match) => ({ match, details: matchDetails(sealer, match) })),
          exceptions: await hitsOf(reads, screening, matches),
          cases: await casesAbout(reads, { subject: id }),
        };
      });
    },
    about: (tenant, subject) =>
      units.read(tenant, async (reads) => {
        const query = { where: { subject }, order: 'desc', limit: NEWEST, counted: false } as const;
        return (await reads.list(SCREENINGS, query)).rows;
      }),
    cases: {
      list: ({ tenant, status, within, ...request }) =>
        units.read(tenant ?? null, (reads) => {
          const query = { where: { status }, order: 'desc' } as const;
          return within === undefined
            ? readPage(reads, cursors, SCREENING_CASES, { ...query, counted: false }, request)
            : readMatching(reads, cursors, SCREENING_CASES, query, (each) => within(each.tenant), request);
        }),
      get: (id) =>
        any(async (reads) => {
          const found = isId('ScreeningCase', id) ? await reads.get(SCREENING_CASES, id) : null;
          return found && { case: found, links: await linksOf(reads, found.id) };
        }),
      about: (tenant, subject) =>
        units.read(tenant, (reads) =>
          casesAbout(reads, isId('Customer', subject) ? { customerId: subject as Id<'Customer'> } : { subject }),
        ),
    },
  };
}

const openMatches = async (reads: Reads): Promise<ReadonlySet<string>> =>
  new Set((await readAll(reads, SCREENING_MATCHES, { status: 'OPEN' })).map(({ id }) => id));

async function hitsOf(
  reads: Reads,
  { id, subject }: Screening,
  matches: readonly ScreeningMatchRecord[],
): Promise<readonly ExceptionRecord[]> {
  const found: ExceptionRecord[] = [];
  for (const each of new Set([subject, ...matches.map(({ party }) => party)])) {
    const exception = await reads.find(EXCEPTIONS, 'matter', ['SCREENING_HIT', each, id]);
    if (exception !== null) found.push(exception);
  }
  return found;
}
