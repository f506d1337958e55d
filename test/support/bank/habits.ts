import type { Chance } from '../chance.js';

/** How a bank writes its reports. It keeps its habits for all of its files. */
export interface Habits {
  /** How many versions after the one that has its form a message calls itself. */
  readonly laterVersion: 0 | 1;
  readonly encoding: 'UTF-8' | 'UTF-8 with a mark' | 'ISO-8859-1' | 'UTF-16LE' | 'UTF-16BE';
  readonly layout: 'one line' | 'indented' | 'prefixed';
  readonly isPacked: boolean;
  /** Pads ids with spaces to the full length of their field. */
  readonly padsIds: boolean;
  /** AcctSvcrRef: one for each entry, none, other ones in statements than in notifications, or one for a whole day. */
  readonly references: 'own' | 'none' | 'other in statements' | 'one for a day';
  /** Whether the reports have the ids of incoming payments: EndToEndId, TxId and UETR. */
  readonly hasPaymentIds: boolean;
  /** The ids of the customer's own payments in debits and returns. */
  readonly orderIds: 'all' | 'EndToEndId' | 'InstrId';
  /** The elements that contain the text of the payer. */
  readonly texts: 'Ustrd' | 'lines of 27' | 'AddtlRmtInf' | 'AddtlTxInf' | 'AddtlNtryInf';
  /** What a statement has of the text that a notification has. */
  readonly statedTexts: 'same' | 'cut' | 'in capitals with a prefix' | 'none';
  readonly statedPayers: 'IBAN and name' | 'IBAN' | 'name' | 'none';
  readonly ibans: 'IBAN' | 'Othr';
  /** CdtDbtInd of the only detail of an entry. */
  readonly indicators: 'none' | 'of the entry' | 'the other one';
  /** How statements have payments that were booked as one sum. */
  readonly sums: 'with details' | 'without details' | 'with one detail' | 'one by one' | 'all of the day';
  readonly charges: 'beside' | 'in the entry';
  readonly debits: 'one by one' | 'batch with payments' | 'batch' | 'sometimes so, sometimes so';
  readonly notifiesDebits: boolean;
  readonly notifies: 'at once' | 'after the statement' | 'never';
  /** Seconds between notifications. */
  readonly notifiesEvery: 0 | 2;
  /** camt.052: none, what is new since the last one, or the whole day so far. */
  readonly intraday: 'none' | 'news' | 'the day so far';
  /** Makes statements again, with other ids of message and statement; also with other references of the entries. */
  readonly remakes: 'nothing' | 'statements' | 'statements with other references';
  readonly numbers: 'ElctrncSeqNb' | 'LglSeqNb' | 'none';
  readonly opening: 'OPBD' | 'PRCD';
  /** Entries on a page of a statement. */
  readonly entriesOfPage: number | null;
  readonly isLateWithReturns: boolean;
}

/** Writes what the standard recommends. */
export const PLAIN: Habits = {
  laterVersion: 0,
  encoding: 'UTF-8',
  layout: 'one line',
  isPacked: false,
  padsIds: false,
  references: 'own',
  hasPaymentIds: true,
  orderIds: 'all',
  texts: 'Ustrd',
  statedTexts: 'same',
  statedPayers: 'IBAN and name',
  ibans: 'IBAN',
  indicators: 'of the entry',
  sums: 'with details',
  charges: 'beside',
  debits: 'sometimes so, sometimes so',
  notifiesDebits: false,
  notifies: 'at once',
  notifiesEvery: 0,
  intraday: 'none',
  remakes: 'nothing',
  numbers: 'ElctrncSeqNb',
  opening: 'OPBD',
  entriesOfPage: null,
  isLateWithReturns: false,
};

/**
 * The habits of a bank, of which each is drawn on its own. Some report names each payment before the statement does with
 * less, otherwise no money would reach a customer.
 */
export function drawHabits(chance: Chance): Habits {
  for (;;) {
    const habits = drawn(chance);
    if (canBeRead(habits)) return habits;
  }
}

function canBeRead({ sums, notifies, statedTexts, statedPayers }: Habits): boolean {
  const isStatedInFull = statedTexts === 'same' && statedPayers === 'IBAN and name';
  if (notifies !== 'at once' && !isStatedInFull) return false;
  return notifies !== 'never' || sums !== 'all of the day';
}

/**
 * Whether the reports say of each payment who has sent it and for whom, and which one was taken back, in whatever order
 * they are read.
 */
export function isClear(habits: Habits): boolean {
  const { sums, notifies, references, statedTexts, statedPayers, hasPaymentIds } = habits;
  if (!hasPaymentIds) return false;
  if (statedTexts !== 'same' || (statedPayers !== 'IBAN and name' && statedPayers !== 'IBAN')) return false;
  // A sum has the reference of its details, or no report tells whose sum it is.
  const isSum = sums === 'without details' || sums === 'with one detail';
  return !isSum || (notifies !== 'never' && (references === 'own' || references === 'one for a day'));
}

function drawn(chance: Chance): Habits {
  const isOneIn = (count: number): boolean => chance.under(count) === 0;
  return {
    laterVersion: chance.of([0, 1]),
    encoding: chance.of(['UTF-8', 'UTF-8 with a mark', 'ISO-8859-1', 'UTF-16LE', 'UTF-16BE']),
    layout: chance.of(['one line', 'indented', 'prefixed']),
    isPacked: isOneIn(3),
    padsIds: isOneIn(3),
    references: chance.of(['own', 'none', 'other in statements', 'one for a day']),
    hasPaymentIds: !isOneIn(3),
    orderIds: chance.of(['all', 'EndToEndId', 'InstrId']),
    texts: chance.of(['Ustrd', 'lines of 27', 'AddtlRmtInf', 'AddtlTxInf', 'AddtlNtryInf']),
    statedTexts: chance.of(['same', 'same', 'cut', 'in capitals with a prefix', 'none']),
    statedPayers: chance.of(['IBAN and name', 'IBAN and name', 'IBAN', 'name', 'none']),
    ibans: chance.of(['IBAN', 'IBAN', 'Othr']),
    indicators: chance.of(['none', 'of the entry', 'the other one']),
    sums: chance.of(['with details', 'without details', 'with one detail', 'one by one', 'all of the day']),
    charges: chance.of(['beside', 'in the entry']),
    debits: chance.of(['one by one', 'batch with payments', 'batch', 'sometimes so, sometimes so']),
    notifiesDebits: isOneIn(2),
    notifies: chance.of(['at once', 'at once', 'after the statement', 'never']),
    notifiesEvery: chance.of([0, 2]),
    intraday: chance.of(['none', 'news', 'the day so far']),
    remakes: chance.of(['nothing', 'statements', 'statements with other references']),
    numbers: chance.of(['ElctrncSeqNb', 'LglSeqNb', 'none']),
    opening: chance.of(['OPBD', 'PRCD']),
    entriesOfPage: isOneIn(3) ? 50 : null,
    isLateWithReturns: isOneIn(2),
  };
}

/** What differs from plain reports, in one line. */
export const describeHabits = (habits: Habits): string =>
  Object.entries(habits)
    .filter(([name, value]) => value !== PLAIN[name as keyof Habits])
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
