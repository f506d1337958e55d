import type { Cards } from '../../cards/index.js';
import { idField, ok, textField } from '../../kernel/index.js';
import { unitAction, movedText, saying } from '../../operators/index.js';
import { TRANSACTIONS } from '../../transactions/index.js';
import { ofRecord } from './records.js';

const TRANSACTION = idField('Transaction', {
  label: 'Card payment',
  option: { name: 'transaction', meaning: 'The transaction, as Transaction:…' },
});

const RELEASED = {
  id: TRANSACTION,
  reason: textField({
    label: 'Reason',
    hint: 'Stored in the log of operators',
    maxLength: 500,
    rows: 3,
    option: { meaning: 'Why; the log of operators keeps it' },
  }),
};

const statusOf = ofRecord(TRANSACTIONS, ['status']);

/** The actions about the money of card transactions. */
export const cardActions = (cards: Pick<Cards, 'recover' | 'planRecovery' | 'planRelease' | 'release'>) => ({
  'cards.recover': unitAction({
    title: 'Collect the missing amount of a card transaction',
    words: saying(
      'Collect the missing amount',
      async ({ input, moves, name }) =>
        `Collect ${movedText(moves, 'the money')} that is missing from the accounts behind ${await name(input.id)}`,
    ),
    role: 'OPERATOR',
    effects: ['MOVES_MONEY'],
    input: { id: TRANSACTION },
    plan: async (tx, ctx, input) => {
      const planned = await cards.planRecovery(tx, ctx, input);
      if (!planned.ok) return planned;
      const { status, card } = planned.value;
      return ok({ subject: input.id, before: { status }, moves: [{ currency: card.currency, amount: card.lost }] });
    },
    perform: async ({ tx, ctx }, input) => {
      const done = await cards.recover(tx, ctx, input);
      return done.ok ? ok({ output: done.value, after: await statusOf(tx, input.id) }) : done;
    },
  }),
  'cards.release': unitAction({
    title: 'Release the hold of a card transaction',
    words: saying(
      'Release the hold',
      async ({ input, moves, name }) =>
        `Release the hold of ${movedText(moves)} for ${await name(input.id)}: the cardholder has the money again`,
    ),
    role: 'OPERATOR',
    effects: ['MOVES_MONEY'],
    input: RELEASED,
    plan: async (tx, ctx, input) => {
      const planned = await cards.planRelease(tx, ctx, input);
      if (!planned.ok) return planned;
      const { status, reserved, currency } = planned.value;
      return ok({ subject: input.id, before: { status, reserved }, moves: [{ currency, amount: reserved }] });
    },
    perform: async ({ tx, ctx }, input) => {
      const done = await cards.release(tx, ctx, input);
      if (!done.ok) return done;
      const { status, card } = done.value;
      return ok({ output: done.value, after: { status, reserved: card.reserved } });
    },
  }),
});
