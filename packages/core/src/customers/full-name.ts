/**
 * Scripts that separate the parts of a name by spaces. In other scripts (Han, Kana, Thai …) a full name may have no
 * space.
 */
const SPACED_SCRIPTS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}]/u;
const LETTERS = /\p{L}/gu;

/** Countries where many people have a single name, which is all that their passports show. */
const MONONYMS: ReadonlySet<string> = new Set('AF BD BT ID IN LK MM MN MY NP PK TL'.split(' '));

/**
 * What a text is as the name of a person of this nationality. `full`: two words or more, or one word if the script does not
 * separate names or single names are usual in the country. `single`: one word of two letters or more, which can be the
 * whole legal name of a national of any country, but is more often a part of it. `none`: no name.
 */
export function nameKind(name: string, nationality: string | null): 'full' | 'single' | 'none' {
  if (name.trim().split(/\s+/u).length >= 2) return 'full';
  if ((name.match(LETTERS)?.length ?? 0) < 2) return 'none';
  return !SPACED_SCRIPTS.test(name) || (nationality !== null && MONONYMS.has(nationality)) ? 'full' : 'single';
}
