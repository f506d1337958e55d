import { actionCommand } from './action-command.js';
import { ofHouse, ofRecord } from './action-tenants.js';
import { type Command, head, type OptionLine, together } from './command.js';

const OF_OUTSIDE_PAYMENT = ofRecord('id', async (...of) =>
  (await import('./record-tenants.js')).tenantOfOutsidePayment(...of),
);

/** Without the kinds of the values, which the meaning says. */
const LEGS: readonly OptionLine[] = [
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
];

export const TREASURY_COMMANDS: readonly Command[] = [
  actionCommand({
    action: 'treasury.book',
    summary: "Book a movement of the service's own money",
    note: "A WITHDRAWAL, CHARGE or TRADE of more than the service's own money always needs a second operator. It is booked, because the books follow the bank, and `audit` prints it until a statement or a document confirms it, and the shortfall.",
    tenant: ofHouse('PRODUCTION'),
    lines: LEGS,
    order: ['kind', 'environment', 'rail', 'bought-rail', 'reference', 'value-date', 'note', 'operator'],
    prints: ({ id, kind, reference }) => [`${kind} ${reference} is booked as ${id}`],
  }),
  actionCommand({
    action: 'treasury.confirm',
    summary: 'Confirm a payment outside the service that two other operators booked',
    note: 'The operators who booked and approved the payment cannot confirm it. `reconcile --record true` confirms the payments that a statement has.',
    tenant: OF_OUTSIDE_PAYMENT,
    prints: ({ id, document }) => [`${id} is CONFIRMED by ${document}`],
  }),
];
