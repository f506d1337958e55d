import { CARD_DISPUTES, type Cards, DISPUTE_EVENTS, type PlannedDispute } from '../../cards/index.js';
import {
  choiceField,
  err,
  idField,
  invalidFields,
  ok,
  optional,
  type Result,
  textField,
  type Tx,
} from '../../kernel/index.js';
import { currencyField, moneyField } from '../../money/index.js';
import { movedText, type Moves, saying, unitAction } from '../../operators/index.js';
import { ofRecord } from './records.js';

const DISPUTE = {
  id: idField('CardDispute', {
    label: 'Dispute',
    option: { name: 'dispute', meaning: 'The dispute, as CardDispute:…' },
  }),
};

const REASON = {
  reason: textField({
    label: 'Reason',
    hint: 'Stored in the log of operators',
    maxLength: 500,
    rows: 3,
    option: { meaning: 'Why; the log of operators keeps it' },
  }),
};

const PART = {
  amount: optional(
    moneyField({
      label: 'Amount',
      hint: 'Empty for as much as is possible',
      currency: 'currency',
      option: { meaning: 'In smallest units; without it as much as is possible' },
    }),
  ),
  currency: optional(
    currencyField({
      label: 'Currency of the amount',
      hint: 'Needed with an amount',
      option: { meaning: 'The currency of the dispute; needed with an amount' },
    }),
  ),
};

const RECORDED = {
  event: choiceField(
    DISPUTE_EVENTS.map((event) => [event, event] as const),
    { label: 'What happened', option: { meaning: DISPUTE_EVENTS.join(', ') } },
  ),
  amount: moneyField({
    label: 'Amount',
    hint: 'What the network moved with it; 0 if nothing',
    currency: 'currency',
    min: 0n,
    option: { meaning: 'What the network moved with it, in smallest units; 0 if nothing' },
  }),
  currency: currencyField({
    label: 'Currency',
    hint: 'That of the card',
    option: { meaning: 'The currency of the dispute' },
  }),
  reference: textField({
    label: 'Reference of the processor',
    hint: 'Its id of the message or the posting; each is recorded once',
    maxLength: 140,
    option: { meaning: 'The id of the message or the posting at the processor; each is recorded once' },
  }),
};

const stateOf = ofRecord(CARD_DISPUTES, ['status', 'received', 'provisional', 'paid', 'writtenOff']);

/** Whether the currency that an operator names is that of the dispute. */
async function needCurrency(tx: Tx, id: string, currency: string | undefined): Promise<Result<void>> {
  const dispute = await tx.get(CARD_DISPUTES, id);
  return dispute === null || currency === undefined || dispute.currency === currency
    ? ok()
    : invalidFields([{ field: 'currency', message: `must be the currency of the dispute, ${dispute.currency}` }]);
}

const movesOf = ({ dispute: { currency }, amount }: PlannedDispute): Moves => [
  { currency, amount: amount < 0n ? -amount : amount },
];

/** The actions about the money of disputes. */
export const disputeActions = ({ disputes }: { readonly disputes: Cards['disputes'] }) => ({
  'disputes.credit': unitAction({
    title: 'Credit a disputed amount until the dispute is decided',
    words: saying(
      'Credit provisionally',
      async ({ moves, name, input }) =>
        `Credit ${movedText(moves, 'the disputed amount')} of ${await name(input.id)} to the account until the dispute is decided`,
    ),
    role: 'OPERATOR',
    effects: ['MOVES_MONEY'],
    input: { ...DISPUTE, ...PART, ...REASON },
    plan: async (tx, ctx, input) => {
      const named = await needCurrency(tx, input.id, input.currency);
      const planned = named.ok ? await disputes.planCredit(tx, ctx, input) : named;
      if (!planned.ok) return planned;
      return ok({ subject: input.id, before: await stateOf(tx, input.id), moves: movesOf(planned.value) });
    },
    perform: async ({ tx, ctx }, input) => {
      const done = await disputes.credit(tx, ctx, input);
      return done.ok ? ok({ output: done.value, after: await stateOf(tx, input.id) }) : done;
    },
  }),
  'disputes.withdraw-credit': unitAction({
    title: 'Take a provisional credit of a dispute back',
    words: saying(
      'Take the provisional credit back',
      async ({ moves, name, input }) =>
        `Take ${movedText(moves, 'the provisional credit')} of ${await name(input.id)} back; the account owes what its balance lacks`,
    ),
    role: 'OPERATOR',
    effects: ['MOVES_MONEY'],
    input: { ...DISPUTE, ...PART, ...REASON },
    plan: async (tx, ctx, input) => {
      const named = await needCurrency(tx, input.id, input.currency);
      const planned = named.ok ? await disputes.planWithdrawal(tx, ctx, input) : named;
      if (!planned.ok) return planned;
      return ok({ subject: input.id, before: await stateOf(tx, input.id), moves: movesOf(planned.value) });
    },
    perform: async ({ tx, ctx }, input) => {
      const done = await disputes.withdrawCredit(tx, ctx, input);
      return done.ok ? ok({ output: done.value, after: await stateOf(tx, input.id) }) : done;
    },
  }),
  'disputes.write-off': unitAction({
    title: 'Write off what is left of a dispute that has ended',
    words: saying(
      'Write the rest off',
      async ({ moves, name, input }) =>
        `Write off ${movedText(moves, 'what is left')} of ${await name(input.id)}: the account keeps what it has, and the service bears the difference`,
    ),
    role: 'OPERATOR',
    effects: ['MOVES_MONEY'],
    approval: 'always',
    input: { ...DISPUTE, ...REASON },
    plan: async (tx, ctx, input) => {
      const planned = await disputes.planWriteOff(tx, ctx, input);
      if (!planned.ok) return planned;
      const before = await stateOf(tx, input.id);
      return ok({ subject: input.id, before, moves: movesOf(planned.value) });
    },
    perform: async ({ tx, ctx }, input) => {
      const done = await disputes.writeOff(tx, ctx, input);
      return done.ok ? ok({ output: done.value, after: await stateOf(tx, input.id) }) : done;
    },
  }),
  'disputes.record': unitAction({
    title: 'Record what a processor has told about a dispute outside of Corridor',
    words: saying(
      'Record an event of the dispute',
      async ({ moves, name, input }) =>
        `Record ${input.event} with ${movedText(moves, 'no money')} for ${await name(input.id)}`,
    ),
    role: 'OPERATOR',
    effects: ['MOVES_MONEY'],
    approval: 'always',
    input: { ...DISPUTE, ...RECORDED },
    plan: async (tx, ctx, input) => {
      const planned = await disputes.planRecord(tx, ctx, input);
      if (!planned.ok) return planned;
      const before = await stateOf(tx, input.id);
      return ok({ subject: input.id, before, moves: movesOf(planned.value) });
    },
    perform: async ({ tx, ctx }, input) => {
      const done = await disputes.record(tx, ctx, input);
      if (!done.ok) return done;
      const output = await tx.get(CARD_DISPUTES, input.id);
      if (output === null) return err('REFERENCE_NOT_FOUND', 'no such dispute');
      return ok({ output, after: await stateOf(tx, input.id) });
    },
  }),
});
