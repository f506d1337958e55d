/** A text that spreadsheets would run as a formula, also behind white space and with characters of full width. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[;\t\r\n]/u;
/**
 * The same behind a separator inside the text: a spreadsheet that separates by semicolons or tabs, as in many countries,
 * takes that part for a cell of its own, whatever the quotes.
 */
const INNER_FORMULA = /([;\t\r\n,|])(?=[\s\p{Cc}"']*[=+\-@＝＋－＠])/gu;
/** A plain number is not a formula. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

function cell(text: string): string {
  const inner = text.replace(INNER_FORMULA, "$1'");
  const guarded = FORMULA.test(text) && !NUMBER.test(text) ? `'${inner}` : inner;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** A line of a CSV file (RFC 4180), with its line end. Spreadsheets run none of its texts as a formula. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;
