import { BASE_COLUMNS, type BaseRecord, type Environment, type Id, type Instant, recordKind } from '../kernel/index.js';
import type { TermsContent } from './content.js';

/**
 * The terms of one scope from a time on: the general terms of an environment, or those of a corridor. Records are only
 * added. A record that takes back another one names it in `withdraws`, and has its content and time.
 */
export interface Terms extends BaseRecord {
  readonly id: Id<'Terms'>;
  readonly environment: Environment;
  /** `GENERAL`, or the name of a corridor, such as `USD/MXN/SPEI`. */
  readonly scope: string;
  /** The place in the order of the records of the scope, from 1. */
  readonly number: number;
  /** Environment, scope and number, unique: of two records that follow the same one, one is added. */
  readonly place: string;
  /** Host time. Of records that are not withdrawn, a later number has a later time. */
  readonly validFrom: Instant;
  readonly content: TermsContent;
  readonly withdraws: Id<'Terms'> | null;
  readonly reason: string;
  /** The operator who asked for the change; `IMPORTED` for the terms of the first start. */
  readonly createdBy: string;
  readonly approvedBy: string | null;
}

/** The creator of terms that a host has read from its settings at the first start. */
export const IMPORTED = 'settings of the host';

/** Of the house tenant of the environment, and read in the units of every platform. */
export const TERMS = recordKind<Terms>()({
  name: 'terms',
  scope: 'host',
  columns: {
    ...BASE_COLUMNS,
    environment: 'text',
    scope: 'text',
    number: 'int',
    place: 'text',
    validFrom: 'instant',
    content: 'json',
    withdraws: 'text?',
    reason: 'text',
    createdBy: 'text',
    approvedBy: 'text?',
  },
  states: [],
  unique: [{ name: 'place', columns: ['place'] }],
  filters: ['scope', 'environment'],
  immutable: [
    ...(['environment', 'scope', 'number', 'place', 'validFrom', 'content'] as const),
    ...(['withdraws', 'reason', 'createdBy', 'approvedBy'] as const),
  ],
});

/** The unique place of a record. */
export const placeOf = ({ environment, scope, number }: Pick<Terms, 'environment' | 'scope' | 'number'>): string =>
  `${environment}/${scope}/${number}`;

/** The terms of one scope in the order of their numbers, without those that were withdrawn. */
export const lasting = (chain: readonly Terms[]): readonly Terms[] => {
  const withdrawn = new Set(chain.map(({ withdraws }) => withdraws));
  return chain
    .filter(({ id, withdraws }) => withdraws === null && !withdrawn.has(id))
    .toSorted((a, b) => a.number - b.number);
};

/** The terms of one scope in force at a time of the host; null if it has none. */
export const inForceAt = (chain: readonly Terms[], at: Instant): Terms | null =>
  lasting(chain).findLast(({ validFrom }) => validFrom <= at) ?? null;

/** `PAST`: other terms have followed. `COMING`: not in force yet. `WITHDRAWN`: never came into force. */
export type TermsStatus = 'PAST' | 'IN_FORCE' | 'COMING' | 'WITHDRAWN';

/** The state of terms at a time of the host. `chain`: all records of their scope. */
export function statusAt(terms: Terms, chain: readonly Terms[], at: Instant): TermsStatus {
  if (chain.some(({ withdraws }) => withdraws === terms.id)) return 'WITHDRAWN';
  if (terms.validFrom > at) return 'COMING';
  return inForceAt(chain, at)?.id === terms.id ? 'IN_FORCE' : 'PAST';
}

/** The records of several scopes by scope, each in the order of their numbers. */
export function chainsOf(all: readonly Terms[]): ReadonlyMap<string, readonly Terms[]> {
  const chains = new Map<string, Terms[]>();
  for (const terms of all) {
    const chain = chains.get(terms.scope);
    if (chain === undefined) chains.set(terms.scope, [terms]);
    else chain.push(terms);
  }
  for (const chain of chains.values()) chain.sort((a, b) => a.number - b.number);
  return chains;
}
