import type { SealedPlace, Sealer } from './ports.js';

/** The place of a sealed column of a record; the sealed text is bound to it. */
export const sealedPlace = <C extends string>(
  kind: { readonly name: string; readonly sealed: readonly C[] },
  row: string,
  column: NoInfer<C>,
): SealedPlace => ({ table: kind.name, row, column });

/** Prefix of a text that was stored before its column was sealed: a migration has no master key to seal it with. */
const UNSEALED = 'plain.';

/**
 * The columns in which a migration left such texts. Elsewhere the prefix does not open: otherwise a person who can write
 * to the database could choose a secret without the master key, and hosts would seal it.
 */
const FORMERLY_PLAIN: ReadonlySet<string> = new Set([
  'customers.sealedIdentifier',
  'customers.sealedTaxId',
  'documents.sealedDocumentNumber',
  'import_chunks.sealedRows',
]);

/** Whether a text was stored before its column was sealed, and is not sealed yet. */
export const isUnsealed = (text: string, { table, column }: SealedPlace): boolean =>
  text.startsWith(UNSEALED) && FORMERLY_PLAIN.has(`${table}.${column}`);

/** Replaces a text that was erased and that must not be null, also a sealed one: it is not sealed. */
export const ERASED_TEXT = 'erased';

/** Opens a text of a column that was not sealed from the beginning, or that was erased. */
export function openSealed(sealer: Sealer, text: string, place: SealedPlace): string {
  if (text === ERASED_TEXT) return text;
  return isUnsealed(text, place) ? text.slice(UNSEALED.length) : sealer.open(text, place);
}

/**
 * Opens a text for an answer that only shows it; null if it cannot be opened, so that one such record does not fail a
 * list. The host counts and logs each text that its sealer cannot open. What changes or sends a record uses `openSealed`.
 */
export function showSealed(sealer: Sealer, text: string, place: SealedPlace): string | null {
  try {
    return openSealed(sealer, text, place);
  } catch {
    return null;
  }
}

/** Converts a stored text of any form to the current sealed form, bound to its place. An erased one stays. */
export function renewSealed(sealer: Sealer, text: string, place: SealedPlace): string {
  if (text === ERASED_TEXT) return text;
  return isUnsealed(text, place) ? sealer.seal(text.slice(UNSEALED.length), place) : sealer.renew(text, place);
}
