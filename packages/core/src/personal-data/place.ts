import type { AnyKind } from '../kernel/index.js';

/** For whom an export is made: the person itself, or an authority that investigates. */
export type Audience = 'PERSON' | 'AUTHORITY';

/** What a record kind holds of persons, and which export has it. */
export interface PlaceOfData {
  readonly kind: AnyKind;
  /** What it holds of persons; null for nothing. */
  readonly holds: string | null;
  /** The exports with its records: both, that for an authority alone, or none. */
  readonly exports: 'PERSON' | 'AUTHORITY' | 'NONE';
  /** Columns of both exports. `id` and `createdAt` are in each. */
  readonly given: readonly string[];
  /** Columns of the export for an authority alone. `version` and `updatedAt`, which show hidden changes, are among them. */
  readonly withheld: readonly string[];
  /** Columns of no export: secrets, digests, and texts that the export replaces by what they mean. */
  readonly never: readonly string[];
  /** Why records or columns are left out; empty if nothing is. */
  readonly why: string;
}

/** The names of columns, separated by white space. */
type Columns = string;

const namesOf = (columns: Columns): readonly string[] => columns.split(/\s+/).filter((name) => name !== '');

const NO_COLUMNS = { given: [], withheld: [], never: [] } as const;

/** A kind that holds nothing of customers, their owners and their counterparties. */
export const nothing = (kind: AnyKind, why: string): PlaceOfData => ({
  kind,
  holds: null,
  exports: 'NONE',
  ...NO_COLUMNS,
  why,
});

/** A kind with personal data that no export has. */
export const left = (kind: AnyKind, holds: string, why: string): PlaceOfData => ({
  kind,
  holds,
  exports: 'NONE',
  ...NO_COLUMNS,
  why,
});

interface Parts {
  readonly given?: Columns;
  readonly withheld?: Columns;
  readonly never?: Columns;
  readonly why?: string;
}

const exported =
  (exports: 'PERSON' | 'AUTHORITY') =>
  (kind: AnyKind, holds: string, { given = '', withheld = '', never = '', why = '' }: Parts): PlaceOfData => ({
    kind,
    holds,
    exports,
    given: namesOf(given),
    withheld: namesOf(withheld),
    never: namesOf(never),
    why,
  });

/** A kind whose records both exports have. */
export const forPerson = exported('PERSON');

/** A kind whose records only the export for an authority has. */
export const forAuthority = exported('AUTHORITY');
