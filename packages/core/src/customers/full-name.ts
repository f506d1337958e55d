/**
 * Scripts that separate the parts of a name by spaces. In other scripts (Han, Kana, Thai …) a full name may have no
 * space.
 */
const SPACED_SCRIPTS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}]/u;
const LETTERS = /\p{L}/gu;

/** Countries where many people have a single name, which is all that their passports show. */
const MONONYMS: ReadonlySet<string> = new Set('AF BD BT ID IN LK MM MN MY NP PK TL'.split(' '));

/**
 * Whether a text can be the full name of a person of this nationality: two words or more, or one word if the script
 * does not separate names or single names are usual in the country.
 */
export function isFullName(name: string, nationality: string | null): boolean {
  if (name.trim().split(/\s+/u).length >= 2) return true;
  if ((name.match(LETTERS)?.length ?? 0) < 2) return false;
  return !SPACED_SCRIPTS.test(name) || (nationality !== null && MONONYMS.has(nationality));
}
