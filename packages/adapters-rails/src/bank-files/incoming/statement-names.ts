import type { Digest } from '@corridor/core/ports';
import type { StatementEntry } from '../../iso20022/messages.js';
import { nameOfChange, nameOfStart, namesOfStatement, type Page, type Summary } from './statement-chain.js';

/** The names of a statement, or of one page, as digests: docs/rails/bank-files-reconciliation.md#identity. */
export interface StatementNames {
  /** Another content under one of them is a copy. */
  readonly aliases: readonly string[];
  /** How the statement changes the balance; null if that is unknown. */
  readonly change: string | null;
  /** With what a complete statement begins: pages with the same beginning divide it in another way. */
  readonly start: string | null;
}

export const hashOf = (digest: Digest, ...parts: readonly unknown[]): string =>
  digest.sha256(JSON.stringify(parts, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)));

/** `page`: its number as the bank writes it; null for all pages together. */
export function statementNames(digest: Digest, iban: string, statement: Summary, page: string | null): StatementNames {
  const change = nameOfChange(statement);
  const start = nameOfStart(statement);
  return {
    aliases: namesOfStatement(statement).map((named) => hashOf(digest, iban, named, page)),
    change: change === null ? null : hashOf(digest, iban, change, page),
    start: start === null ? null : hashOf(digest, iban, start),
  };
}

/**
 * The name of one page that the bank may make again with other ids of statement and entries. A page has one balance or
 * none, so that only its entries tell it from others of its day.
 */
export function pageName(digest: Digest, iban: string, page: Page, entries: readonly string[]): string {
  const { number, isLast, from, to, opening, closing, sequence } = page;
  return hashOf(digest, iban, 'page', [number, isLast, from, to, opening, closing, sequence], entries);
}

/** An entry without the references that the bank gives to it. */
export const withoutReferences = (entry: StatementEntry): StatementEntry => ({
  ...entry,
  reference: null,
  servicerReference: null,
  details: entry.details.map((detail) => ({
    ...detail,
    references: { ...detail.references, servicerReference: null },
  })),
});

/** What the first page of a statement begins with, as the complete one that it may divide in another way. */
export const startOfPage = (digest: Digest, iban: string, { from, to, opening, sequence }: Page): string =>
  hashOf(digest, iban, ['start', from, to, opening, sequence]);
