import { ACCOUNT_CLASSES, CLEARING } from '../ledger/index.js';
import { isLedgerCurrency } from '../money/index.js';
import type { LedgerClass } from './export-journal.js';

/** An account of the general ledger, outside of Corridor. */
export interface GeneralLedgerAccount {
  readonly number: string;
  /** Null without a name. */
  readonly name: string | null;
}

/** The accounts of the general ledger for the accounts of the journal. */
export interface GeneralLedger {
  /** Null if no line of the mapping matches. */
  accountOf(of: LedgerClass): GeneralLedgerAccount | null;
}

/** A line of a mapping as it was written; texts without white space around them. */
export interface MappingLine {
  /** Its number in the file. */
  readonly line: number;
  /** A class of ledger accounts, such as `available` or `clearing:acme-bank`; `*` stands for any characters. */
  readonly account: string;
  /** Empty: any currency. */
  readonly currency: string;
  readonly number: string;
  readonly name: string;
}

/** The longest account number and name of a general ledger. */
const MOST_CHARACTERS = 100;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * A mapping of the accounts of the journal to those of a general ledger, whose lines have no faults. The first line that
 * matches decides, so exact names come before patterns.
 */
export function generalLedger(lines: readonly MappingLine[]): GeneralLedger {
  const mapped = lines.map(({ account, currency, number, name }) => ({
    matches: patternOf(account),
    currency,
    booked: { number, name: name === '' ? null : name },
  }));
  const found = new Map<string, GeneralLedgerAccount | null>();
  return {
    accountOf({ account, currency }) {
      const key = [account, currency].join(' ');
      const known = found.get(key);
      if (known !== undefined) return known;
      const line = mapped.find((each) => (each.currency === '' || each.currency === currency) && each.matches(account));
      const booked = line?.booked ?? null;
      found.set(key, booked);
      return booked;
    },
  };
}

/** A sentence for each fault of a mapping; none if `generalLedger` takes it. */
export function mappingFaults(lines: readonly MappingLine[]): readonly string[] {
  if (lines.length === 0) return ['has no accounts'];
  const seen = new Map<string, number>();
  return lines.flatMap((each) => {
    const key = [each.account, each.currency].join(' ');
    const earlier = seen.get(key);
    seen.set(key, earlier ?? each.line);
    return faultsOf(each, earlier).map((fault) => `line ${each.line}: ${fault}`);
  });
}

function faultsOf({ account, currency, number, name }: MappingLine, earlier: number | undefined): readonly string[] {
  const accounts = `${ACCOUNT_CLASSES.join(', ')} or ${CLEARING}<rail>`;
  return [
    ...(isPattern(account) ? [] : [`account must be one of ${accounts}; * in it stands for any characters`]),
    ...(currency === '' || isLedgerCurrency(currency) ? [] : ['currency must be a code such as EUR, or empty for any']),
    ...(isText(number) ? [] : [`number must have 1 to ${MOST_CHARACTERS} printable characters`]),
    ...(name === '' || isText(name) ? [] : [`name must have at most ${MOST_CHARACTERS} printable characters`]),
    ...(earlier === undefined ? [] : [`account and currency are those of line ${earlier}`]),
  ];
}

const isText = (text: string): boolean => text.length >= 1 && text.length <= MOST_CHARACTERS && !UNPRINTABLE.test(text);

/** Whether an account of the chart can match. Otherwise the line is a mistake, such as a misspelled name. */
function isPattern(account: string): boolean {
  if (!isText(account)) return false;
  const [begin = ''] = account.split('*');
  const ofRail = begin.startsWith(CLEARING) && account.length > CLEARING.length;
  const isOpen = account.includes('*') && CLEARING.startsWith(begin);
  return ofRail || isOpen || ACCOUNT_CLASSES.some(patternOf(account));
}

/** `*` is matched without a regular expression that could take long on a text with many of them. */
function patternOf(pattern: string): (text: string) => boolean {
  const [begin = '', ...rest] = pattern.split('*');
  const end = rest.pop();
  if (end === undefined) return (text) => text === pattern;
  return (text) => {
    if (!text.startsWith(begin)) return false;
    let at = begin.length;
    for (const part of rest) {
      const next = text.indexOf(part, at);
      if (next < 0) return false;
      at = next + part.length;
    }
    return text.length - end.length >= at && text.endsWith(end);
  };
}
