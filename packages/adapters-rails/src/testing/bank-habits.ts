import type { AccountReport, StatementEntry, TransactionCode } from '../iso20022/messages.js';
import {
  balanceOf,
  bankDetail,
  bankEntry,
  bankReport,
  PAYER_IBAN,
  type PlayBank,
  SEPA_DEBIT,
  SEPA_RETURN,
} from './bank-reports.js';

/** A number below a limit, and one of a list, the same for the same seed. */
interface Draw {
  below(limit: number): number;
  one<T>(of: readonly T[]): T;
  isOneIn(count: number): boolean;
}

function drawOf(seed: number): Draw {
  let state = (seed + 1) * 0x9e3779b1;
  const next = (): number => {
    state = Math.trunc(state + 0x6d2b79f5);
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, one: (of) => of[below(of.length)]!, isOneIn: (count) => below(count) === 0 };
}

/** How a bank writes its files. It keeps its habits for all of them. */
export interface Habits {
  /** AcctSvcrRef: none, one for each entry, other ones in statements than in notifications, or one for a whole day. */
  readonly references: 'none' | 'own' | 'other in statements' | 'one for a day';
  readonly endToEndIds: 'all' | 'some' | 'none';
  /** What a statement has of the text that a notification has. */
  readonly texts: 'same' | 'cut' | 'in capitals with a prefix' | 'none';
  readonly payers: 'IBAN and name' | 'IBAN' | 'none';
  /** How a statement has the credits of a day. */
  readonly sums: 'none' | 'without details' | 'with one detail' | 'with details';
  /** CdtDbtInd of details. */
  readonly indicators: 'none' | 'of the entry' | 'the other one';
  readonly charges: 'beside' | 'in the entry';
  readonly numbers: boolean;
  readonly remakesStatements: boolean;
  readonly notifies: 'all' | 'some' | 'none';
}

/** What a customer of another bank has paid. */
export interface Payment {
  readonly amount: bigint;
  readonly day: string;
  readonly text: string;
  readonly payer: { readonly name: string; readonly iban: string };
  readonly endToEndId: string | null;
}

/** A bank with habits, what has happened on its account, and its reports in the order in which they arrive. */
export interface BankOfHabits {
  readonly habits: Habits;
  readonly paid: readonly Payment[];
  /** Balance at the end. */
  readonly balance: bigint;
  readonly reports: readonly AccountReport[];
  /** Lets the connection send what the bank has debited. */
  readonly prepare: (bank: PlayBank) => void;
}

const DAYS = ['2026-01-05', '2026-01-06', '2026-01-07'];
const PAYERS = [
  { name: 'Ada Lovelace', iban: PAYER_IBAN },
  { name: 'Grace Hopper', iban: 'BE68539007547034' },
];
const TEXTS = ['Rent of the flat', 'Invoice 4711'];
const AMOUNTS = [3000n, 4500n];
const CHARGE: TransactionCode = { domain: 'ACMT', family: 'MDOP', subFamily: 'CHRG', proprietary: null };
const MOST_PAYMENTS = 7;

/** One booking of the bank: an entry of a notification, and an entry of a statement or a part of one. */
interface Booking {
  readonly day: string;
  readonly net: bigint;
  readonly payment: Payment | null;
  readonly notified: StatementEntry;
  readonly stated: StatementEntry;
}

const drawHabits = (draw: Draw): Habits => ({
  references: draw.one(['none', 'own', 'other in statements', 'one for a day']),
  endToEndIds: draw.one(['all', 'some', 'none']),
  texts: draw.one(['same', 'cut', 'in capitals with a prefix', 'none']),
  payers: draw.one(['IBAN and name', 'IBAN', 'none']),
  sums: draw.one(['none', 'none', 'without details', 'with one detail', 'with details']),
  indicators: draw.one(['none', 'of the entry', 'the other one']),
  charges: draw.one(['beside', 'in the entry']),
  numbers: draw.isOneIn(2),
  remakesStatements: draw.isOneIn(2),
  notifies: draw.one(['all', 'some', 'none']),
});

/** The bank of a seed. */
export function bankOfHabits(seed: number): BankOfHabits {
  const draw = drawOf(seed);
  const habits = drawHabits(draw);
  const paid = Array.from({ length: 1 + draw.below(MOST_PAYMENTS) }, (_, index): Payment => ({
    amount: draw.one(AMOUNTS),
    day: draw.one(DAYS),
    text: draw.one(TEXTS),
    payer: draw.one(PAYERS),
    endToEndId:
      habits.endToEndIds === 'none' || (habits.endToEndIds === 'some' && draw.isOneIn(2)) ? null : `E${index}`,
  }));
  const bookings = [...paid.map((payment, index) => creditOf(habits, payment, index)), ...othersOf(habits, draw)];
  const reports = [...notificationsOf(habits, bookings, draw), ...statementsOf(habits, bookings, draw)];
  return {
    habits,
    paid,
    balance: bookings.reduce((sum, { net }) => sum + net, 0n),
    reports: shuffled(reports, draw),
    prepare: (bank) => {
      bank.send('P1', [{ reference: 'out-1', amount: 700n }]);
      bank.send('P2', [{ reference: 'out-2', amount: 900n }]);
    },
  };
}

const referenceOf = ({ references }: Habits, day: string, name: string, isStated: boolean): string | null => {
  if (references === 'none') return null;
  if (references === 'one for a day') return `R${day}`;
  return references === 'other in statements' && isStated ? `B-${name}` : name;
};

const textOf = ({ texts }: Habits, text: string, isStated: boolean): string | null => {
  if (!isStated || texts === 'same') return text;
  if (texts === 'cut') return text.slice(0, 7);
  return texts === 'none' ? null : `SVWZ+${text.toUpperCase()} EREF+0`;
};

function creditOf(habits: Habits, payment: Payment, index: number): Booking {
  const { amount, day, text, payer, endToEndId } = payment;
  const charge = habits.charges === 'in the entry' && index === 0 ? 100n : 0n;
  const entry = (isStated: boolean): StatementEntry => {
    const debtor =
      habits.payers === 'none' && isStated
        ? { name: null, iban: null }
        : { name: habits.payers === 'IBAN' && isStated ? null : payer.name, iban: payer.iban };
    return bankEntry({
      amount: amount - charge,
      bookingDate: day,
      servicerReference: referenceOf(habits, day, `C${index}`, isStated),
      details: [
        bankDetail({
          amount,
          direction: directionOf(habits, 'IN'),
          text: textOf(habits, text, isStated),
          debtor,
          references: { endToEndId },
          ...(charge > 0n && {
            charges: [{ amount: charge, currency: 'EUR', direction: 'OUT', bearer: null, included: true }],
          }),
        }),
      ],
    });
  };
  return { day, net: amount - charge, payment, notified: entry(false), stated: entry(true) };
}

/** A bank whose details have the other direction does not name charges in them, which nothing would explain. */
const directionOf = ({ indicators, charges }: Habits, direction: 'IN' | 'OUT') => {
  if (indicators === 'none' || (indicators === 'the other one' && charges === 'in the entry')) return null;
  if (indicators === 'of the entry') return direction;
  return direction === 'IN' ? 'OUT' : 'IN';
};

/** Charges, two payments that the bank has executed, and the late return of one of them. */
function othersOf(habits: Habits, draw: Draw): readonly Booking[] {
  const whole = (day: string, net: bigint, entry: (isStated: boolean) => StatementEntry): Booking => ({
    ...{ day, net, payment: null },
    notified: entry(false),
    stated: entry(true),
  });
  const moved = (day: string, name: string, net: bigint, code: TransactionCode, endToEndId: string | null) =>
    whole(day, net, (isStated) => {
      const amount = net < 0n ? -net : net;
      const direction = net < 0n ? ('OUT' as const) : ('IN' as const);
      return bankEntry({
        ...{ amount, direction, bookingDate: day, transactionCode: code },
        servicerReference: referenceOf(habits, day, name, isStated),
        details:
          endToEndId === null
            ? []
            : [
                bankDetail({
                  ...{ amount, references: { endToEndId } },
                  ...(code === SEPA_RETURN && {
                    returned: { reasonCode: 'AC04', proprietary: null, texts: [], originalTransactionCode: null },
                  }),
                }),
              ],
      });
    });
  return [
    ...(draw.isOneIn(2) ? [moved(draw.one(DAYS), 'F0', -50n, CHARGE, null)] : []),
    ...(draw.isOneIn(2) ? [moved(draw.one(DAYS), 'F1', -50n, CHARGE, null)] : []),
    ...(draw.isOneIn(2) ? [moved(DAYS[0]!, 'D1', -700n, SEPA_DEBIT, 'out-1')] : []),
    ...(draw.isOneIn(3)
      ? [
          moved(DAYS[0]!, 'D2', -900n, SEPA_DEBIT, 'out-2'),
          moved(draw.one(DAYS.slice(1)), 'D3', 900n, SEPA_RETURN, 'out-2'),
        ]
      : []),
  ];
}

function notificationsOf(habits: Habits, bookings: readonly Booking[], draw: Draw): readonly AccountReport[] {
  if (habits.notifies === 'none') return [];
  const notified = bookings.filter(() => habits.notifies === 'all' || draw.isOneIn(2));
  const files = [0, 1, 2].map((file) => notified.filter((_, index) => index % 3 === file));
  return files
    .filter(({ length }) => length > 0)
    .map((some) => bankReport('054', { entries: some.map((booking) => booking.notified) }));
}

function statementsOf(habits: Habits, bookings: readonly Booking[], draw: Draw): readonly AccountReport[] {
  let opening = 0n;
  return DAYS.flatMap((day, index) => {
    const ofDay = bookings.filter((booking) => booking.day === day);
    const closing = ofDay.reduce((sum, { net }) => sum + net, opening);
    const statement = {
      electronicSequence: habits.numbers ? BigInt(index + 1) : null,
      ...{ from: day, to: day },
      balances: [balanceOf('OPBD', opening, day), balanceOf('CLBD', closing, day)],
      entries: summed(habits, ofDay),
    };
    opening = closing;
    const isRemade = habits.remakesStatements && draw.isOneIn(2) && ofDay.length > 0;
    const remade = habits.references === 'other in statements' ? numberedAgain(statement) : statement;
    return [bankReport('053', statement), ...(isRemade ? [bankReport('053', remade)] : [])];
  });
}

/** The statement with other references of its entries. */
const numberedAgain = <T extends { readonly entries: readonly StatementEntry[] }>(statement: T): T => ({
  ...statement,
  entries: statement.entries.map((entry, index) => ({ ...entry, servicerReference: `again-${index}` })),
});

/** The entries of a statement: one by one, or the credits of the day in one. */
function summed({ sums, references }: Habits, ofDay: readonly Booking[]): readonly StatementEntry[] {
  const credits = ofDay.filter(({ payment }) => payment !== null);
  if (sums === 'none' || credits.length < 2) return ofDay.map(({ stated }) => stated);
  const [{ day, stated: first }] = credits as [Booking, ...Booking[]];
  const details = credits.flatMap(({ stated }) => stated.details);
  const amount = credits.reduce((sum, { net }) => sum + net, 0n);
  const shown = sums === 'with details' ? details : sums === 'with one detail' ? details.slice(0, 1) : [];
  const sum: StatementEntry = {
    ...first,
    amount,
    servicerReference: references === 'none' ? null : `SUM-${day}`,
    batches: [{ messageId: null, paymentInformationId: null, count: BigInt(credits.length), total: null }],
    details: shown.map((detail) => ({ ...detail, direction: null })),
  };
  return [sum, ...ofDay.filter(({ payment }) => payment === null).map(({ stated }) => stated)];
}

function shuffled<T>(all: readonly T[], draw: Draw): readonly T[] {
  const left = [...all];
  return all.map(() => left.splice(draw.below(left.length), 1)[0]!);
}
