import { BASE_COLUMNS, type BaseRecord, recordKind } from './record.js';

/** A word by which operators find a record (docs/decisions/0089-operators-search-by-words-and-indexes.md). */
export interface SearchTerm extends BaseRecord {
  /** The subject, a slash and the term. A storage may read both from it. */
  readonly id: string;
  /** Id of the record that has the word. */
  readonly subject: string;
  /** What the word is, by a letter of its kind and one of its part (`terms.ts` of the search), and the word. */
  readonly term: string;
}

export const SEARCH_TERMS = recordKind<SearchTerm>()({
  name: 'search_terms',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, subject: 'text', term: 'text' },
  states: [],
  unique: [],
  filters: ['subject', 'term'],
  immutable: ['subject', 'term'],
});
