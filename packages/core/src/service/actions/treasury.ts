import { choiceField, idField, type InputOfFields, ok, optional, textField } from '../../kernel/index.js';
import { currencyField, moneyField, amountText } from '../../money/index.js';
import { preparedAction, unitAction, saying } from '../../operators/index.js';
import { BOOKED_BY_HAND, type TreasuryArea } from '../../treasury/index.js';

const KINDS: Readonly<Record<(typeof BOOKED_BY_HAND)[number], string>> = {
  TOP_UP: 'Top-up: the owners put money in',
  WITHDRAWAL: 'Withdrawal: the owners take money out',
  CHARGE: 'Charge: a bank takes a fee',
  INTEREST: 'Interest: a bank pays interest',
  TRANSFER: 'Transfer: money moves to another rail',
  TRADE: 'Trade: one currency is sold for another',
};

const SOLD = 'The rail, and the amount in smallest units; for a TRADE, the sold leg';
const BOUGHT = 'The bought leg of a TRADE; for a TRANSFER, only the rail that it reaches';

const BOOKED = {
  kind: choiceField(
    BOOKED_BY_HAND.map((kind) => [kind, KINDS[kind]] as const),
    { label: 'Kind', option: { meaning: 'TOP_UP, WITHDRAWAL, CHARGE, INTEREST, TRANSFER or TRADE' } },
  ),
  rail: textField({
    label: 'Rail',
    hint: 'Where the money moved; for a transfer and a trade, where it left',
    maxLength: 140,
    option: { value: 'NAME', meaning: SOLD },
  }),
  amount: moneyField({ label: 'Amount', hint: 'Such as 1234.50', currency: 'currency', option: { meaning: SOLD } }),
  currency: currencyField({ label: 'Currency', hint: 'Such as EUR', option: { meaning: SOLD } }),
  reference: textField({
    label: 'Reference of the bank',
    hint: 'Each reference of a rail is booked once',
    maxLength: 140,
    option: { meaning: "The bank's reference; each reference is booked once" },
  }),
  boughtRail: optional(
    textField({
      label: 'Rail that received',
      hint: 'Only for a transfer and a trade',
      maxLength: 140,
      option: { value: 'NAME', meaning: BOUGHT },
    }),
  ),
  boughtAmount: optional(
    moneyField({
      label: 'Amount bought',
      hint: 'Only for a trade',
      currency: 'boughtCurrency',
      option: { meaning: BOUGHT },
    }),
  ),
  boughtCurrency: optional(
    currencyField({ label: 'Currency bought', hint: 'Only for a trade', option: { meaning: BOUGHT } }),
  ),
  valueDate: optional(
    textField({
      label: 'Value date',
      hint: "Such as 2026-01-31; only for a withdrawal, a charge or a trade, and required beyond the service's own money",
      maxLength: 10,
      option: {
        value: 'DATE',
        meaning:
          "The value date of a WITHDRAWAL, CHARGE or TRADE, as YYYY-MM-DD; required beyond the service's own money",
      },
    }),
  ),
  note: optional(textField({ label: 'Note', maxLength: 500, rows: 3, option: { meaning: 'Why' } })),
};

const CONFIRMED = {
  id: idField('OutsidePayment', {
    label: 'Outside payment',
    option: { meaning: 'The payment, as OutsidePayment:…; audit prints those that are unconfirmed' },
  }),
  document: textField({
    label: 'Document',
    hint: 'The reference of the document that proves the payment, such as a statement of the bank that made it',
    maxLength: 140,
    option: { meaning: 'The reference of the document that proves it, such as a statement of the bank' },
  }),
};

const HEADINGS: Readonly<Record<(typeof BOOKED_BY_HAND)[number], string>> = {
  TOP_UP: 'Book the top-up',
  WITHDRAWAL: 'Book the withdrawal',
  CHARGE: 'Book the charge',
  INTEREST: 'Book the interest',
  TRANSFER: 'Book the transfer',
  TRADE: 'Book the trade',
};

function bookingText({
  kind,
  rail,
  amount,
  currency,
  reference,
  boughtRail = rail,
  boughtAmount,
  boughtCurrency,
}: InputOfFields<typeof BOOKED>): string {
  const money = amountText(amount, currency);
  const at = `(reference ${reference})`;
  switch (kind) {
    case 'TOP_UP':
      return `Book ${money} that the owners put in at ${rail} ${at}`;
    case 'WITHDRAWAL':
      return `Book ${money} that the owners took out at ${rail} ${at}`;
    case 'CHARGE':
      return `Book ${money} that ${rail} charged ${at}`;
    case 'INTEREST':
      return `Book ${money} of interest that ${rail} paid ${at}`;
    case 'TRANSFER':
      return `Book ${money} that moved from ${rail} to ${boughtRail} ${at}`;
    case 'TRADE':
      return boughtAmount === undefined || boughtCurrency === undefined
        ? `Book ${money} that was sold at ${rail} ${at}`
        : `Book ${money} that was sold at ${rail} for ${amountText(boughtAmount, boughtCurrency)} at ${boughtRail} ${at}`;
  }
}

type Bookings = Pick<TreasuryArea, 'planBooking' | 'book' | 'planConfirmation' | 'confirm'>;

/** The actions on the service's own money: each names who requested and who approved it. */
export const treasuryActions = (treasury: Bookings) => ({
  'treasury.book': preparedAction({
    title: "Book the service's own money",
    words: ({ input }) => ({ heading: HEADINGS[input.kind], sentence: bookingText(input) }),
    role: 'OPERATOR',
    effects: ['MOVES_MONEY'],
    approval: 'by-plan',
    input: BOOKED,
    prepare: treasury.planBooking.prepare,
    plan: treasury.planBooking.finish,
    perform: async ({ tx, ctx }, ready, { requestedBy: by, approvedBy }) => {
      const booked = await treasury.book.finish(tx, ctx, { ...ready, by, approvedBy });
      if (!booked.ok) return booked;
      const { id, kind } = booked.value;
      return ok({ output: booked.value, after: { id, kind } });
    },
  }),
  'treasury.confirm': unitAction({
    title: 'Confirm an outside payment',
    words: saying(
      'Confirm the outside payment',
      async ({ input: { id, document }, name }) => `Confirm ${await name(id)} by the document ${document}`,
    ),
    role: 'OPERATOR',
    effects: ['MOVES_MONEY'],
    exempt: 'IS_SECOND_STEP',
    input: CONFIRMED,
    plan: treasury.planConfirmation,
    perform: async ({ tx, ctx }, input, { requestedBy: by, approvedBy }) => {
      const confirmed = await treasury.confirm(tx, ctx, { ...input, by, approvedBy });
      if (!confirmed.ok) return confirmed;
      const { status, document } = confirmed.value;
      return ok({ output: confirmed.value, after: { status, document } });
    },
  }),
});
