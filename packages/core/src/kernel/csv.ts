/** A text that spreadsheets would run as a formula, also behind white space and with characters of full width. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[;\t\r\n]/u;
/**
 * The same behind a separator inside the text: a spreadsheet that separates by semicolons or tabs, as in many countries,
 * takes that part for a cell of its own, whatever the quotes.
 */
const SEPARATOR = /[;\t\r\n,|]/;
const OPERATOR = /[=+\-@＝＋－＠]/u;
/** What a spreadsheet passes over before a formula. */
const BLANK = /[\s\p{Cc}"']/u;
/** A plain number is not a formula. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Reads backwards, so that each character is read once whatever comes before a formula. */
function guardInside(text: string): string {
  if (!SEPARATOR.test(text)) return text;
  const parts: string[] = [];
  let leadsToFormula = false;
  for (const character of [...text].reverse()) {
    if (leadsToFormula && SEPARATOR.test(character)) parts.push("'");
    parts.push(character);
    leadsToFormula = OPERATOR.test(character) || (leadsToFormula && BLANK.test(character));
  }
  return parts.reverse().join('');
}

function cell(text: string): string {
  const inner = guardInside(text);
  const guarded = FORMULA.test(text) && !NUMBER.test(text) ? `'${inner}` : inner;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** A line of a CSV file (RFC 4180), with its line end. Spreadsheets run none of its texts as a formula. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;
