import type { SealedPlace, Sealer } from './ports.js';

/** The place of a sealed column of a record, which its text is bound to. */
export const sealedPlace = <C extends string>(
  kind: { readonly name: string; readonly sealed: readonly C[] },
  row: string,
  column: NoInfer<C>,
): SealedPlace => ({ table: kind.name, row, column });

/** Before a text that was stored when its column was not sealed yet: a migration has no master key. */
const UNSEALED = 'plain.';

/** What a column holds that was not sealed from the beginning. */
export const openSealed = (sealer: Sealer, text: string, place: SealedPlace): string =>
  text.startsWith(UNSEALED) ? text.slice(UNSEALED.length) : sealer.open(text, place);

/** The text sealed and bound to its place, whatever form it was stored in; itself where it is so already. */
export const renewSealed = (sealer: Sealer, text: string, place: SealedPlace): string =>
  text.startsWith(UNSEALED) ? sealer.seal(text.slice(UNSEALED.length), place) : sealer.renew(text, place);
