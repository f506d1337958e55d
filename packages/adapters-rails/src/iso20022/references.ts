import { REFERENCE_ALPHABET, REFERENCE_LENGTH } from '@corridor/core/internal';

/** Digits stand for themselves and letters for 10 to 35 (ISO 7064 MOD 97-10). */
function remainder97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

const checkDigitsOf = (body: string): string => String(98 - remainder97(`${body}RF00`)).padStart(2, '0');

const CREDITOR_REFERENCE = /^RF\d{2}[A-Z0-9]{1,21}$/;

/** Whether the text is an ISO 11649 creditor reference with correct check digits, in capitals without spaces. */
export const isCreditorReference = (text: string): boolean =>
  CREDITOR_REFERENCE.test(text) && checkDigitsOf(text.slice(4)) === text.slice(2, 4);

/**
 * The ISO 11649 creditor reference of a text of 1 to 21 letters and digits: `RF`, two check digits and the text in
 * capitals. Null if the text has another form.
 */
export function creditorReference(text: string): string | null {
  const body = text.toUpperCase();
  return /^[A-Z0-9]{1,21}$/.test(body) ? `RF${checkDigitsOf(body)}${body}` : null;
}

const OWN_REFERENCE = new RegExp(`^[${REFERENCE_ALPHABET}]{${REFERENCE_LENGTH}}$`);

export interface FoundReferences {
  /**
   * Distinct texts with the check digits of ISO 11649, in capitals without spaces and without the zeros by which some
   * banks fill them up. Without spaces the end of a reference is not visible, so a beginning that passes the check by
   * chance is listed too, after the longer one.
   */
  readonly creditorReferences: readonly string[];
  /**
   * Distinct texts in the form of Corridor's references. A text of words can contain some by chance, so only those that
   * a record has are references.
   */
  readonly candidates: readonly string[];
}

/** A remittance text has at most 140 characters; the texts of a payment together are searched to this limit. */
const MAX_TEXT = 10_000;

function* withinLimit(texts: readonly string[]): Generator<string> {
  let left = MAX_TEXT;
  for (const text of texts) {
    if (left <= 0) return;
    yield text.slice(0, left);
    left -= text.length;
  }
}

/**
 * Finds the references in remittance texts: anywhere, in any case and spacing, with hyphens and other punctuation
 * between their characters, and across the texts, because banks break long texts into several.
 */
export function findReferences(texts: readonly string[]): FoundReferences {
  const creditorReferences = new Set<string>();
  const candidates = new Set<string>();
  const searched = [...withinLimit(texts)];
  for (const text of [...searched, searched.join('')]) {
    const condensed = text
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^A-Z0-9\p{L}\p{N}]+/gu, '');
    for (const reference of creditorReferencesIn(condensed)) creditorReferences.add(reference);
    for (let at = 0; at + REFERENCE_LENGTH <= condensed.length; at += 1) {
      const candidate = condensed.slice(at, at + REFERENCE_LENGTH);
      if (OWN_REFERENCE.test(candidate)) candidates.add(candidate);
    }
  }
  return { creditorReferences: [...creditorReferences], candidates: [...candidates] };
}

const LONGEST = 25;
const SHORTEST = 5;

function creditorReferencesIn(condensed: string): readonly string[] {
  const found: string[] = [];
  for (let at = condensed.indexOf('RF'); at !== -1; at = condensed.indexOf('RF', at + 1)) {
    const rest = condensed.slice(at, at + LONGEST);
    for (let length = rest.length; length >= SHORTEST; length -= 1) {
      const reference = rest.slice(0, length);
      if (isCreditorReference(reference)) found.push(reference.replace(/^(RF\d\d)0+(?=.)/, '$1'));
    }
  }
  return found;
}
