const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
/** At each digit: the 13 to 19 (ISO/IEC 7812-1) from it, with or without blanks and hyphens, unless they are hexadecimal. */
const DIGITS = /(?<![0-9a-f])(?=([0-9](?:[ -]?[0-9]){12,18})(?![0-9a-f]))/gi;

/** Whether a text contains the number of a card: its digits, with a valid check digit. An id may have as many digits. */
export const hasCardNumber = (text: string): boolean =>
  [...text.replaceAll(UUID, '').matchAll(DIGITS)].some(([, found]) => passesLuhn(found!.replaceAll(/[ -]/g, '')));

/** The check digit of card numbers (ISO/IEC 7812-1). */
function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
