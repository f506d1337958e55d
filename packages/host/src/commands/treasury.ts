import { ENVIRONMENTS } from '@corridor/core';
import { BOOKED_BY_HAND } from '@corridor/core/records';
import { type Command, head, option, together } from './command.js';
import { OPERATOR } from './options.js';

export const TREASURY_COMMANDS: readonly Command[] = [
  {
    name: 'treasury book',
    summary: "Book a movement of the service's own money",
    options: [
      option('kind', 'NAME', 'TOP_UP, WITHDRAWAL, CHARGE, INTEREST, TRANSFER or TRADE', BOOKED_BY_HAND),
      option('environment', 'NAME', 'PRODUCTION (default) or SANDBOX', ENVIRONMENTS),
      together('The rail, and the amount in smallest units; for a TRADE, the sold leg', [
        head('rail'),
        head('currency'),
        head('amount'),
      ]),
      together('The bought leg of a TRADE; for a TRANSFER, only the rail that it reaches', [
        head('bought-rail'),
        head('bought-currency'),
        head('bought-amount'),
      ]),
      option('reference', 'TEXT', "The bank's reference; each reference is booked once"),
      option(
        'value-date',
        'DATE',
        "The value date of a WITHDRAWAL, CHARGE or TRADE, as YYYY-MM-DD; required beyond the service's own money",
      ),
      option('note', 'TEXT', 'Why'),
      OPERATOR,
    ],
    note: "A WITHDRAWAL, CHARGE or TRADE of more than the service's own money always needs a second operator. It is booked, because the books follow the bank, and `audit` prints it until a statement or a document confirms it, and the shortfall.",
    run: async (...given) => (await import('./treasury-commands.js')).bookTreasury(...given),
  },
  {
    name: 'treasury confirm',
    summary: 'Confirm a payment outside the service that two other operators booked',
    options: [
      option('id', 'ID', 'The payment, as OutsidePayment:…; audit prints those that are unconfirmed'),
      option('document', 'TEXT', 'The reference of the document that proves it, such as a statement of the bank'),
      OPERATOR,
    ],
    note: 'The operators who booked and approved the payment cannot confirm it. `reconcile --record true` confirms the payments that a statement has.',
    run: async (...given) => (await import('./treasury-commands.js')).confirmOutside(...given),
  },
];
