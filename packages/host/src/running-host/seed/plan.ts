import { chanceOf } from './chance.js';
import { type Decks, decksOf, LIVELY, USUAL } from './decks.js';
import { type Day, type PlanOptions, QUARTERS, type Writer, writerOf } from './history.js';
import { memberActs } from './member-acts.js';
import { EAGER, type Member, membersOf } from './members.js';

export * from './act.js';
export { type Day, type PlanOptions, QUARTERS } from './history.js';

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

/** Chooses when a member does what, from the day on which it joins. */
function writeMember(writer: Writer, member: Member, { currencies }: PlanOptions, decks: Decks): void {
  const { index: customer, party, joins, chance } = member;
  const { currency } = party.country;
  const { pay, spend, receive, collect, letAgentPay, hire, paySalary } = memberActs(writer, member, currencies, decks);
  const begins = joins * QUARTERS + (customer < EAGER ? 0 : chance.under(QUARTERS));
  writer.add(begins, { customer, kind: 'customer', party });
  if (party.verification !== 'approved') return;
  if (member.holdsCard) writer.add(begins, { customer, kind: 'card', currency });
  if (member.hasAgent) writer.add(begins, { customer, kind: 'agent' });
  const staff = Array.from({ length: member.employees }, () => hire(begins));

  const paySalaries = (day: number): void => {
    const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
    const month = writer.dateOf(day).toLocaleString('en', format);
    const at = day * QUARTERS + QUARTERS - 1;
    for (const employee of staff) paySalary(at, employee, month);
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
