import { type ApprovalOutcome, CARD_ENDINGS, COLLECTION_ENDINGS, PAYMENT_ENDINGS, type PaymentOutcome } from './act.js';
import { bankAccount, PAYOUT_CURRENCIES, type PayoutCurrency } from './bank-accounts.js';
import type { Decks } from './decks.js';
import { QUARTERS, type Writer } from './history.js';
import type { Member } from './members.js';
import { businessNameIn, COUNTRIES, nameIn } from './people.js';

/** Rough worth of a dollar, so that amounts are alike in all currencies. All have cents. */
const PER_DOLLAR: Readonly<Record<string, number>> = { USD: 1, EUR: 0.92, GBP: 0.78, MXN: 18.5, BRL: 5.4, INR: 85 };

const PRIVATE = ['Rent', 'Family support', 'Tuition', 'Savings', 'Trip', 'Birthday'];
const TRADE = ['Invoice', 'Order', 'Freight', 'License', 'Consulting'];
const MERCHANTS = ['CORNER GROCER', 'METRO TRANSIT', 'RIVERSIDE BOOKS', 'COFFEE BAR', 'HARDWARE AND SONS', 'PHARMACY'];

/** What a member does, each time with what must be there before: a payee, and the money. */
export function memberActs(writer: Writer, member: Member, currencies: readonly string[], decks: Decks) {
  const { index: customer, party, isEea, chance } = member;
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
  const hire = (at: number): { readonly account: string; readonly salary: number } => {
    const salary = amountIn(currency, 2_600);
    return { account: addPayee(at, currency), salary };
  };
  const paySalary = (at: number, { account, salary }: ReturnType<typeof hire>, month: string): void => {
    cover(at, currency, salary);
    writer.add(at, { customer, kind: 'transfer', currency, account, amount: salary, purpose: `Salary ${month}` });
  };

  return { pay, spend, receive, collect, letAgentPay, hire, paySalary };
}
