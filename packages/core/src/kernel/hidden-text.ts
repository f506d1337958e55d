/** Control characters and lone surrogates: banks do not accept them, and some databases refuse them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/**
 * Characters that reverse the text after them, or that are not shown: two different names would look the same, or one
 * would look like another.
 */
const HIDDEN = /[\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0]/u;

/** A flag of a region, such as that of Wales: a black flag, tags, and the tag that ends them. */
const FLAG_TAGS = /(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]+\u{e007f}/gu;
/** Scripts in which joiners choose the form of letters: Arabic (Persian, Urdu), Indic ones, Khmer, Mongolian and others. */
const JOINED = [
  ...['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil'],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/** Marks without a vowel, after which a joiner changes the letter also at the end of a word. */
const VIRAMAS = '\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2';
/** The joiner comes first, so that a long text of marks is not read back from each of them. */
const JOINERS = new RegExp(`[\\u200c\\u200d](?<=[${JOINED}]\\p{M}*.)(?:(?=[${JOINED}])|(?<=[${VIRAMAS}].))`, 'gu');
const EMOJI_JOINERS = /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/gu;
const LINE_BREAKS = /[\n\r\t]/g;

/** Why a text cannot be stored and shown, in words; null if it can. */
export function textFault(text: string, multiline = false): string | null {
  const line = multiline ? text.replace(LINE_BREAKS, '') : text;
  if (UNPRINTABLE.test(line)) return 'must not contain control characters or unpaired surrogates';
  const [hidden] = HIDDEN.exec(line.replace(JOINERS, '').replace(EMOJI_JOINERS, '').replace(FLAG_TAGS, '')) ?? [];
  if (hidden === undefined) return null;
  const code = hidden.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return `must not contain U+${code}, a character that is not shown or reverses text; type the text again`;
}
