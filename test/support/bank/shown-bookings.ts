import type { Booking, Detail } from './account-report.js';
import type { Habits } from './habits.js';

/** How bookings are shown in reports of one kind. Amounts stay those of the booking. */

const isCredit = ({ code, direction, isReversal }: Booking): boolean =>
  code[0] === 'PMNT' && code[1] === 'RCDT' && direction === 'CRDT' && !isReversal;

const daily = ({ date, reference }: Booking, { references }: Habits): string | null =>
  references === 'none' ? null : references === 'one for a day' ? `DAY${date.replaceAll('-', '')}` : reference;

export function inNotification(booking: Booking, habits: Habits): Booking {
  return { ...booking, reference: daily(booking, habits) };
}

/** The entries of a statement for a booking. */
export function inStatement(booking: Booking, habits: Habits): readonly Booking[] {
  const reference = daily(booking, habits);
  const isOther = habits.references === 'other in statements' && reference !== null;
  const stated: Booking = { ...booking, reference: isOther ? `ST${reference}` : reference };
  if (!isCredit(booking)) return [stated];
  const details = stated.details.map((detail) => inStatedWords(detail, habits));
  if (details.length < 2) return [{ ...stated, details }];
  switch (habits.sums) {
    case 'with details':
    case 'all of the day':
      return [{ ...stated, details }];
    case 'without details':
      return [{ ...stated, details: [] }];
    case 'with one detail':
      return [{ ...stated, details: details.slice(0, 1) }];
    case 'one by one':
      return details.map((detail) => ({
        ...stated,
        amount: detail.amount,
        reference: detail.ids.reference ?? null,
        batch: null,
        details: [detail],
      }));
  }
}

function inStatedWords(detail: Detail, { statedTexts, statedPayers }: Habits): Detail {
  const { party, remittance } = detail;
  return {
    ...detail,
    party:
      party === null || statedPayers === 'none'
        ? null
        : {
            ...party,
            name: statedPayers === 'IBAN' ? null : party.name,
            iban: statedPayers === 'name' ? null : party.iban,
          },
    remittance: remittance === null || statedTexts === 'none' ? null : statedRemittance(remittance, statedTexts),
  };
}

const CUT = 10;

function statedRemittance(remittance: NonNullable<Detail['remittance']>, texts: Habits['statedTexts']) {
  if (!('free' in remittance)) return remittance;
  const text = remittance.free.join(' ');
  if (texts === 'cut') return { free: [text.slice(0, CUT)] };
  return texts === 'in capitals with a prefix' ? { free: [`SVWZ+${text.toUpperCase()}`] } : remittance;
}

/** The credits of a statement in one entry, if the bank has this habit. */
export function collected(bookings: readonly Booking[], { sums }: Habits): readonly Booking[] {
  const credits = bookings.filter(isCredit);
  const [first] = credits;
  if (sums !== 'all of the day' || credits.length < 2) return bookings;
  const count = credits.reduce((all, { details }) => all + details.length, 0);
  const sum: Booking = {
    ...first!,
    amount: credits.reduce((all, { amount }) => all + amount, 0n),
    charge: 0n,
    // With a reference of its own, it would be another entry than those that notifications have named.
    reference: null,
    batch: { messageId: null, id: null, count },
    details: [],
  };
  return [sum, ...bookings.filter((one) => !isCredit(one))];
}

export const numberedAgain = (booking: Booking, reference: string): Booking => ({
  ...booking,
  reference: booking.reference === null ? null : reference,
});
