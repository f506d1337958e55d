import type { AccountInfo } from '../scenes/acts.js';
import { bankAccount, PAYOUT_CURRENCIES, type PayoutCurrency } from './bank-accounts.js';
import { type Chance, chanceOf, deckOf } from './chance.js';
import { addressIn, birthDate, businessNameIn, COUNTRIES, type Country, emailOf, nameIn, phoneIn } from './people.js';
import { businessTaxNumber } from './tax-numbers.js';

/** How payments to other currencies end, and the ending of the account that makes them do so (docs/sandbox.md). */
export const PAYMENT_ENDINGS = {
  completed: undefined,
  failed: '004',
  cancelled: '006',
  unrefunded: '007',
  returned: '005',
  returnedShort: '008',
  contradicted: '009',
  /** The rail delivers after six minutes: the history ends before. */
  pending: '003',
  /** The quote is never executed. */
  expired: undefined,
} as const satisfies Readonly<Record<string, string | undefined>>;
export type PaymentOutcome = keyof typeof PAYMENT_ENDINGS;

/** How verifications end, and the ending of the name or the registration number that makes them do so. */
export const VERIFICATION_ENDINGS = {
  approved: '',
  review: '001',
  rejected: '002',
  documents: '003',
} as const;
export type VerificationOutcome = keyof typeof VERIFICATION_ENDINGS;

export const COLLECTION_ENDINGS = { collected: undefined, failed: '002', returned: '008' } as const;
export type CollectionOutcome = keyof typeof COLLECTION_ENDINGS;

/** The ending of the merchant's name. */
export const CARD_ENDINGS = { settled: '', refunded: '', declined: ' 002', unpaid: ' 006' } as const;
export type CardOutcome = keyof typeof CARD_ENDINGS;

export type IncomingOutcome = 'received' | 'underpaid';
export type ApprovalOutcome = 'approved' | 'rejected' | 'waiting';

interface Party {
  readonly name: string;
  readonly country: Country;
  readonly isBusiness: boolean;
  readonly currencies: readonly string[];
  readonly verification: VerificationOutcome;
  readonly address: ReturnType<typeof addressIn>;
  readonly phoneNumber: string;
  readonly email: string;
  readonly birthDate: string;
  readonly registrationNumber: string;
  /** Of a business. */
  readonly taxId: string;
}

/** One act of the history. Amounts are in the smallest unit of their currency; records have names within the plan. */
export type Act = { readonly customer: number } & (
  | { readonly kind: 'customer'; readonly party: Party }
  | { readonly kind: 'account'; readonly name: string; readonly currency: PayoutCurrency; readonly info: AccountInfo }
  | { readonly kind: 'fund'; readonly currency: string; readonly amount: number }
  | {
      readonly kind: 'payment';
      readonly currency: string;
      readonly account: string;
      readonly amount: number;
      readonly outcome: PaymentOutcome;
      readonly description: string;
    }
  | {
      readonly kind: 'transfer';
      readonly currency: string;
      readonly account: string;
      readonly amount: number;
      readonly purpose: string;
    }
  | {
      readonly kind: 'collection';
      readonly currency: string;
      readonly account: string;
      readonly amount: number;
      readonly outcome: CollectionOutcome;
    }
  | {
      readonly kind: 'incoming';
      readonly currency: string;
      readonly to: string;
      readonly amount: number;
      readonly outcome: IncomingOutcome;
    }
  | { readonly kind: 'card'; readonly currency: string }
  | {
      readonly kind: 'authorization';
      readonly name: string;
      readonly currency: string;
      readonly amount: number;
      readonly merchant: string;
      readonly outcome: CardOutcome;
    }
  | { readonly kind: 'clearing' | 'return'; readonly name: string; readonly amount: number }
  | { readonly kind: 'agent' }
  | {
      readonly kind: 'agentTransfer';
      readonly currency: string;
      readonly account: string;
      readonly amount: number;
      readonly outcome: ApprovalOutcome;
    }
);

export interface Day {
  /** As YYYY-MM-DD, in UTC. */
  readonly date: string;
  /** The acts of each quarter of the day, in their order. */
  readonly quarters: readonly (readonly Act[])[];
}

export interface PlanOptions {
  readonly seed: number;
  readonly customers: number;
  readonly days: number;
  /** The first day, as YYYY-MM-DD. Weekends are quieter, and salaries are paid at the end of a month. */
  readonly start: string;
  /** The currencies of the platform; dollars and another one at least. */
  readonly currencies: readonly string[];
}

export const QUARTERS = 4;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Rough worth of a dollar, so that amounts are alike in all currencies. All have cents. */
const PER_DOLLAR: Readonly<Record<string, number>> = { USD: 1, EUR: 0.92, GBP: 0.78, MXN: 18.5, BRL: 5.4, INR: 85 };

/** Customers of these countries confirm each payment, and their transfers need a trusted beneficiary. */
const EEA: readonly string[] = ['DE'];

const repeated = <const T>(counts: readonly (readonly [T, number])[]): readonly T[] =>
  counts.flatMap(([card, count]) => Array.from({ length: count }, () => card));

/** How often each outcome comes up. */
interface Frequencies {
  readonly payments: readonly PaymentOutcome[];
  readonly collections: readonly CollectionOutcome[];
  readonly cards: readonly CardOutcome[];
  readonly incoming: readonly IncomingOutcome[];
}

/** For the customers who come first: every outcome within two weeks. */
const LIVELY: Frequencies = {
  payments: repeated([
    ['completed', 20],
    ['failed', 3],
    ['returned', 3],
    ['expired', 3],
    ['cancelled', 2],
    ['returnedShort', 1],
    ['unrefunded', 1],
    ['contradicted', 1],
  ]),
  collections: repeated([
    ['collected', 6],
    ['failed', 1],
    ['returned', 1],
  ]),
  cards: repeated([
    ['settled', 9],
    ['refunded', 1],
    ['declined', 1],
    ['unpaid', 1],
  ]),
  incoming: repeated([
    ['received', 9],
    ['underpaid', 1],
  ]),
};

/** For all others: most of what they do succeeds. */
const USUAL: Frequencies = {
  payments: repeated([
    ['completed', 45],
    ['expired', 3],
    ['failed', 1],
    ['returned', 1],
    ['cancelled', 1],
  ]),
  collections: repeated([
    ['collected', 12],
    ['failed', 1],
  ]),
  cards: repeated([
    ['settled', 24],
    ['declined', 2],
    ['refunded', 1],
  ]),
  incoming: repeated([
    ['received', 24],
    ['underpaid', 1],
  ]),
};

const VERIFICATIONS = repeated<VerificationOutcome>([
  ['approved', 13],
  ['review', 2],
  ['rejected', 1],
  ['documents', 1],
]);
const APPROVALS: readonly ApprovalOutcome[] = ['approved', 'approved', 'rejected'];

const PRIVATE = ['Rent', 'Family support', 'Tuition', 'Savings', 'Trip', 'Birthday'];
const TRADE = ['Invoice', 'Order', 'Freight', 'License', 'Consulting'];
const MERCHANTS = ['CORNER GROCER', 'METRO TRANSIT', 'RIVERSIDE BOOKS', 'COFFEE BAR', 'HARDWARE AND SONS', 'PHARMACY'];

/** These customers come first, are verified and pay every day; the first one does everything every day. */
const EAGER = 3;

interface Member {
  readonly index: number;
  readonly party: Party;
  readonly joins: number;
  readonly isEea: boolean;
  readonly holdsCard: boolean;
  readonly hasAgent: boolean;
  readonly employees: number;
  readonly chance: Chance;
}

/** The history as a plan: the same options give the same plan. */
export function planHistory(options: PlanOptions): readonly Day[] {
  const chance = chanceOf(`seed ${options.seed}`);
  const writer = writerOf(options);
  const lively = decksOf(LIVELY, chance.part('lively'));
  const usual = decksOf(USUAL, chance.part('usual'));
  const members = membersOf(options, chance.part('customers'));
  for (const member of members) writeMember(writer, member, options, member.index < EAGER ? lively : usual);
  return writer.days();
}

function membersOf({ customers, days, currencies }: PlanOptions, chance: Chance): readonly Member[] {
  const countries = COUNTRIES.filter(({ currency }) => currencies.includes(currency));
  const verification = deckOf(chance.part('verifications'), VERIFICATIONS);
  const country = deckOf(chance.part('countries'), countries);
  return Array.from({ length: customers }, (_, index) => {
    const own = chance.part(String(index));
    // The first one, who gets an agent, must be one whose transfers need no proof.
    const home = index === 0 ? countries.find(({ code }) => !EEA.includes(code))! : country();
    const isBusiness = index === 1 || (index >= EAGER && own.percent(30));
    const verdict = index < EAGER ? 'approved' : verification();
    const isApproved = verdict === 'approved';
    const isEea = EEA.includes(home.code);
    const party = partyOf(own, home, isBusiness, verdict);
    const joins = index < EAGER ? 0 : Math.floor((index / customers) * days * 0.6);
    return {
      index,
      party,
      joins,
      isEea,
      holdsCard: isApproved && (index === 0 || (!isBusiness && own.percent(45))),
      hasAgent: isApproved && !isEea && (index === 0 || own.percent(8)),
      employees: isApproved && isBusiness && !isEea ? 2 + own.under(5) : 0,
      chance: own,
    };
  });
}

function partyOf(chance: Chance, country: Country, isBusiness: boolean, verification: VerificationOutcome): Party {
  const plainName = isBusiness ? businessNameIn(chance, country) : nameIn(chance, country);
  const ending = VERIFICATION_ENDINGS[verification];
  return {
    // The name of a person decides, and the registration number of a business.
    name: isBusiness || ending === '' ? plainName : `${plainName} ${ending}`,
    country,
    isBusiness,
    currencies: [...new Set([country.currency, 'USD'])],
    verification,
    address: addressIn(chance, country),
    phoneNumber: phoneIn(chance, country),
    email: emailOf(chance, plainName),
    birthDate: birthDate(chance),
    taxId: businessTaxNumber(chance, country.code),
    registrationNumber: `${country.code}-${chance.digits(6)}-${ending || '700'}`,
  };
}

type Writer = ReturnType<typeof writerOf>;
type Decks = ReturnType<typeof decksOf>;

const decksOf = ({ payments, collections, cards, incoming }: Frequencies, chance: Chance) => ({
  payment: deckOf(chance.part('payments'), payments),
  collection: deckOf(chance.part('collections'), collections),
  card: deckOf(chance.part('cards'), cards),
  incoming: deckOf(chance.part('incoming'), incoming),
  approval: deckOf(chance.part('approvals'), APPROVALS),
});

/** Collects acts by time, and keeps the balances that pay for them. */
function writerOf({ days, start }: PlanOptions) {
  const quarters: Act[][] = Array.from({ length: days * QUARTERS }, () => []);
  const first = Date.parse(`${start}T00:00:00Z`);
  const dateOf = (day: number): Date => new Date(first + day * DAY_MS);
  return {
    last: quarters.length - 1,
    dateOf,
    /** Adds the act; one after the end of the history is left out. */
    add(at: number, act: Act): void {
      quarters[at]?.push(act);
    },
    days: (): readonly Day[] =>
      Array.from({ length: days }, (_, day) => ({
        date: dateOf(day).toISOString().slice(0, 10),
        quarters: quarters.slice(day * QUARTERS, (day + 1) * QUARTERS),
      })),
  };
}

function writeMember(writer: Writer, member: Member, { currencies }: PlanOptions, decks: Decks): void {
  const { index: customer, party, joins, isEea, chance } = member;
  const { currency } = party.country;
  const balances = new Map<string, number>();
  const payees = new Map<string, string[]>();
  let names = 0;
  const nameOf = (what: string): string => `${customer}/${what}/${(names += 1)}`;

  const amountIn = (code: string, dollars: number): number => {
    const amount = chance.amount(dollars * 100 * PER_DOLLAR[code]!);
    // Most people and invoices pay whole units.
    return chance.percent(60) ? Math.ceil(amount / 500) * 500 : amount;
  };
  /** Makes sure that the account holds the amount, with a margin for fees. */
  const cover = (at: number, code: string, amount: number): void => {
    const needed = Math.ceil(amount * 1.05) + 500;
    const held = balances.get(code) ?? 0;
    if (held >= needed) return void balances.set(code, held - needed);
    const added = Math.ceil((needed - held) / 10_000) * 10_000 + amountIn(code, party.isBusiness ? 9_000 : 1_200);
    writer.add(at, { customer, kind: 'fund', currency: code, amount: added });
    balances.set(code, held + added - needed);
  };
  const addPayee = (at: number, code: PayoutCurrency, ending?: string): string => {
    const name = nameOf('account');
    const country = COUNTRIES.find((each) => each.currency === code) ?? chance.of(COUNTRIES);
    const isBusiness = chance.percent(party.isBusiness ? 60 : 10);
    const holder = { name: isBusiness ? businessNameIn(chance, country) : nameIn(chance, country), isBusiness };
    writer.add(at, {
      customer,
      kind: 'account',
      name,
      currency: code,
      info: bankAccount(chance, code, holder, ending),
    });
    if (ending === undefined) payees.set(code, [...(payees.get(code) ?? []), name]);
    return name;
  };
  /** One of the payees of this currency; a new one now and then. */
  const payeeIn = (at: number, code: PayoutCurrency): string => {
    const known = payees.get(code) ?? [];
    return known.length === 0 || (known.length < 4 && chance.percent(15)) ? addPayee(at, code) : chance.of(known);
  };
  const pay = (at: number, outcome: PaymentOutcome): void => {
    const from = chance.percent(70) ? currency : 'USD';
    const to = chance.of(PAYOUT_CURRENCIES.filter((code) => code !== from));
    const ending = PAYMENT_ENDINGS[outcome];
    const account = ending === undefined ? payeeIn(at, to) : addPayee(at, to, ending);
    const amount = amountIn(from, party.isBusiness ? 1_800 : 160);
    cover(at, from, amount);
    const description = `${chance.of(party.isBusiness ? TRADE : PRIVATE)} ${1000 + chance.under(9000)}`;
    writer.add(at, { customer, kind: 'payment', currency: from, account, amount, outcome, description });
  };
  const spend = (at: number): void => {
    const drawn = decks.card();
    const outcome = at >= writer.last - QUARTERS ? 'settled' : drawn;
    const name = nameOf('use');
    const amount = amountIn(currency, 24);
    cover(at, currency, amount);
    const merchant = chance.of(MERCHANTS) + CARD_ENDINGS[outcome];
    writer.add(at, { customer, kind: 'authorization', name, currency, amount, merchant, outcome });
    // A decline creates no transaction, and what its account did not pay needs an operator.
    if (outcome === 'declined' || outcome === 'unpaid') return;
    // The merchant collects on the next day, so the authorizations of the last day stay open.
    const cleared = at + QUARTERS + chance.under(QUARTERS);
    writer.add(cleared, { customer, kind: 'clearing', name, amount });
    if (outcome === 'refunded') writer.add(cleared + 1, { customer, kind: 'return', name, amount });
  };
  const receive = (at: number): void => {
    const others = ['USD', 'EUR'].filter((code) => code !== currency && currencies.includes(code));
    if (isEea || others.length === 0) return;
    const from = chance.of(others);
    const amount = amountIn(from, party.isBusiness ? 2_400 : 300);
    writer.add(at, { customer, kind: 'incoming', currency: from, to: currency, amount, outcome: decks.incoming() });
  };
  const collect = (at: number): void => {
    const outcome = at === writer.last ? 'collected' : decks.collection();
    const ending = COLLECTION_ENDINGS[outcome];
    const account = ending === undefined ? payeeIn(at, 'USD') : addPayee(at, 'USD', ending);
    writer.add(at, { customer, kind: 'collection', currency: 'USD', account, amount: amountIn('USD', 250), outcome });
  };
  const letAgentPay = (at: number, outcome: ApprovalOutcome): void => {
    const account = payeeIn(at, 'USD');
    const amount = Math.min(amountIn('USD', 90), 500_000);
    cover(at, 'USD', amount);
    writer.add(at, { customer, kind: 'agentTransfer', currency: 'USD', account, amount, outcome });
  };

  const begins = joins * QUARTERS + (customer < EAGER ? 0 : chance.under(QUARTERS));
  writer.add(begins, { customer, kind: 'customer', party });
  if (party.verification !== 'approved') return;
  if (member.holdsCard) writer.add(begins, { customer, kind: 'card', currency });
  if (member.hasAgent) writer.add(begins, { customer, kind: 'agent' });
  const staff = Array.from({ length: member.employees }, () => {
    const salary = amountIn(currency, 2_600);
    return { account: addPayee(begins, currency), salary };
  });

  const paySalaries = (day: number): void => {
    const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
    const month = writer.dateOf(day).toLocaleString('en', format);
    const at = day * QUARTERS + QUARTERS - 1;
    for (const { account, salary } of staff) {
      cover(at, currency, salary);
      writer.add(at, { customer, kind: 'transfer', currency, account, amount: salary, purpose: `Salary ${month}` });
    }
  };

  for (let day = joins; day * QUARTERS <= writer.last; day++) {
    const weekday = writer.dateOf(day).getUTCDay();
    const quiet = weekday === 0 || weekday === 6 ? 0.4 : 1;
    const often = (percent: number, isEager = false): boolean => chance.percent(percent * quiet) || isEager;
    const isFirst = customer === 0;
    const wishes: ((at: number) => void)[] = [];
    // What ends later than its quarter must not come last.
    const payAny = (at: number): void => pay(at, at === writer.last ? 'completed' : decks.payment());
    if (often(party.isBusiness ? 45 : 24, customer < EAGER)) wishes.push(payAny);
    if (often(party.isBusiness ? 30 : 6, isFirst)) wishes.push(receive);
    if (currency === 'USD' && often(party.isBusiness ? 25 : 8, isFirst)) wishes.push(collect);
    if (member.holdsCard && often(50, isFirst)) wishes.push(spend);
    if (member.hasAgent && often(20, isFirst)) wishes.push((at) => letAgentPay(at, decks.approval()));
    // In the order of time, because an act spends what earlier ones left.
    const times = wishes.map(() => Math.max(begins, day * QUARTERS + chance.under(QUARTERS))).sort((a, b) => a - b);
    times.forEach((at, index) => wishes[index]!(at));
    if (writer.dateOf(day + 1).getUTCDate() === 1) paySalaries(day);
  }
  if (customer < EAGER || chance.percent(10)) pay(writer.last, 'pending');
  if (member.hasAgent) letAgentPay(writer.last, 'waiting');
}
