/** Scripts in which the parts of a name stand apart. In others (Han, Kana, Thai …) a whole name may have no blank. */
const SPACED_SCRIPTS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}]/u;
const LETTERS = /\p{L}/gu;

/** Countries where many people have one name, and their passports show it alone. */
const MONONYMS: ReadonlySet<string> = new Set('AF BD BT ID IN LK MM MN MY NP PK TL'.split(' '));

/**
 * Whether a text can be the full name of a person of this nationality: of two words or more, or of one where the script
 * or the culture has no blank in names.
 */
export function isFullName(name: string, nationality: string | null): boolean {
  if (name.trim().split(/\s+/u).length >= 2) return true;
  if ((name.match(LETTERS)?.length ?? 0) < 2) return false;
  return !SPACED_SCRIPTS.test(name) || (nationality !== null && MONONYMS.has(nationality));
}
