import type { StatusReason } from './messages.js';

const LONGEST_TEXT = 300;
const LONGEST_NAME = 140;
/** Banks cut a text into lines of this length (Max105Text), and otherwise break it between words. */
const FULL_LINE = 105;

/** German banks begin a line with the result that it explains, such as `RVNM The name differs`. */
const EXPLAINS = /^(RCVC|RVMC|RVNM|RVNA|RVCM|RVNC) /;

/**
 * What the bank writes about a status, from the transaction, its batch and its file: the lines about this status, or those
 * about none. Null without a text.
 */
export function bankTextOf(code: string, ...levels: readonly (readonly StatusReason[])[]): string | null {
  for (const reasons of levels) {
    const lines = reasons.flatMap(({ additional }) => additional);
    const own = lines.filter((line) => EXPLAINS.exec(line)?.[1] === code);
    const text = joined(own.length > 0 ? own : lines.filter((line) => !EXPLAINS.test(line)));
    if (text !== '') return text.slice(0, LONGEST_TEXT);
  }
  return null;
}

/**
 * The name of the holder of the account, which the bank of the payee gives with a close match: the additional
 * information of the transaction (annex 3 of the German agreement on data transmission, 2.2.6).
 */
export function payeeNameIn(code: string, reasons: readonly StatusReason[]): string | null {
  if (code !== 'RVMC') return null;
  const name = joined(reasons.flatMap(({ additional }) => additional));
  return name === '' ? null : name.slice(0, LONGEST_NAME);
}

function joined(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    const own = line.replace(EXPLAINS, '');
    text += own + (line.length >= FULL_LINE ? '' : ' ');
  }
  return text.replace(/\s+/g, ' ').trim();
}
