export const LONGEST_NAME = 100;
/** Letters, digits and what names contain; no control characters and no markup of terminals. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,'’_@+-]*$/u;

export const isName = (name: string): boolean => name.length <= LONGEST_NAME && NAME.test(name);

/** The form of a name that is unique: the same letters in another case, or in another form of Unicode, are equal. */
export const nameKeyOf = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

/** Leaves room for what tells two persons of one name apart. */
const LONGEST_GIVEN = 60;

/** The name of an operator from a name that an identity provider gives: without what names cannot contain. */
export function nameFrom(given: string): string {
  const name = given
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N} .,'’_@+-]/gu, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replaceAll(/\s+/g, ' ');
  return [...name].slice(0, LONGEST_GIVEN).join('').trim() || 'Operator';
}
