/**
 * The character set that every SEPA bank accepts (EPC217-08): letters, digits and `/-?:().,'+` with spaces. Texts must
 * not begin or end with a slash, and must not contain two slashes in a row.
 */
export const SEPA_CHARACTERS = /^[A-Za-z0-9/\-?:().,'+ ]*$/;

/** A value that every SEPA bank accepts as an identifier: EndToEndId, InstrId, PmtInfId, MsgId. */
export const SEPA_IDENTIFIER = /^(?!\/)(?!.*\/\/)[A-Za-z0-9/\-?:().,'+]{1,35}(?<!\/)$/;

/** ASCII characters outside the set, as EPC217-08 recommends to replace them; other ones become a full stop. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '"': "'",
  '&': '+',
  ';': ',',
  '[': '(',
  '\\': '/',
  ']': ')',
  _: '-',
  '`': "'",
  '{': '(',
  '|': '/',
  '}': ')',
  '~': '-',
};

/**
 * Emoji with the characters that modify or join them. The library has words for them, such as `:grinning:`, which do not
 * belong into a name. `©`, `®` and `™` are emoji by their property, and text in names of companies.
 */
const EMOJI =
  /(?![\p{L}©®™])\p{Extended_Pictographic}|[\p{Emoji_Modifier}\p{Regional_Indicator}\u{fe0f}\u{200d}\u{20e3}\u{e0020}-\u{e007f}]/gu;

/** Transliterates Unicode into ASCII. The library is optional, so the caller passes it. */
export type Transliterate = (text: string) => string;

/**
 * The text in the SEPA set, cut to `maxLength`; null if no character is left. Composed first (NFC), so that a letter and
 * its combining accent are transliterated together.
 */
export function sepaText(transliterate: Transliterate, text: string, maxLength: number): string | null {
  const plain = transliterate(text.normalize('NFC').replace(EMOJI, ''))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, (character) => REPLACEMENTS[character] ?? '.')
    .replace(/\/{2,}/g, '/');
  const cut = withoutEdges(withoutEdges(plain).slice(0, maxLength));
  return /[A-Za-z0-9]/.test(cut) ? cut : null;
}

/** Removes slashes and spaces at both ends. */
const withoutEdges = (text: string): string => text.replace(/^[/ ]+/, '').replace(/[/ ]+$/, '');
