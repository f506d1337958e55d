/** Letters that Unicode does not take apart into a letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Accents and joiners of all scripts, and the points of Hebrew. Vowel signs of Indian scripts are letters. */
const MARKS = /\p{Script=Inherited}|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/gu;

/**
 * A text for comparisons without case and accents: `Ørsted` and `ørsted` are equal, and so are `İstanbul`, `Istanbul`
 * and `ıstanbul`. Umlauts lose their dots, so `Müller` is `muller`, not `mueller`.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(SPECIAL, (letter) => LETTERS[letter]!);

const APOSTROPHES = /[\u2018\u2019\u02bc\u0060\u00b4]/g;
/** Letters and digits with their marks, also joined by hyphens or apostrophes. */
const JOINED = /[\p{L}\p{M}\p{N}'\p{Pd}]+/gu;
const JOINTS = /['\p{Pd}]+/u;

/** Scripts that write words, or the parts of a name, without spaces. */
const UNSPACED =
  /^[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const IS_MARK = /^\p{M}/u;

/** Longer words are cut, in records and in searches alike. */
const LONGEST = 48;
const cut = (word: string): string => [...word].slice(0, LONGEST).join('');

const joinedWords = (text: string): readonly string[] =>
  text.replace(APOSTROPHES, "'").normalize('NFKC').match(JOINED) ?? [];

const partsOf = (joined: string): readonly string[] => joined.split(JOINTS).filter((part) => part !== '');

/** The places at which a word of a script without spaces can begin, as the rest of the word from there. */
function beginnings(word: string): readonly string[] {
  const letters = [...word].slice(0, LONGEST);
  return letters.flatMap((letter, at) =>
    at > 0 && UNSPACED.test(letter) && !IS_MARK.test(letter) ? [letters.slice(at).join('')] : [],
  );
}

/**
 * The words by which a name is found, each once. Of `Anne-Marie O'Brien` they are `annemarie`, `marie`, `obrien` and
 * `brien`. Where a script writes no spaces, a word begins with each letter: `太郎` finds `山田太郎`.
 */
export function wordsOf(text: string): readonly string[] {
  const joined = joinedWords(text).map(partsOf);
  const words = joined.flatMap((parts) => parts.map((_, at) => parts.slice(at).join('')));
  const isUnspaced = joined.length > 1 && joined.every((parts) => parts.every((part) => UNSPACED.test(part)));
  // Such a name is also written without the space between its parts.
  const all = isUnspaced ? [...words, joined.flat().join('')] : words;
  const folded = all.flatMap((word) => [word, ...beginnings(word)]).map((word) => cut(fold(word)));
  return [...new Set(folded)].filter((word) => word !== '');
}

/** The words that a search asks for; parts that an apostrophe joins are one word. */
export const soughtWords = (text: string): readonly string[] => {
  const parts = joinedWords(text).flatMap((joined) => joined.split(/\p{Pd}+/u));
  return [...new Set(parts.map((part) => cut(fold(part.replaceAll("'", '')))))].filter((word) => word !== '');
};

/** Whether one letter of this word says as much as several of an alphabet. */
export const isUnspaced = (word: string): boolean => UNSPACED.test(word.normalize('NFC'));
