import { idField, ok, optional, textField } from '../../kernel/index.js';
import { outsideAction, saying } from '../../operators/index.js';
import type { TransactionsArea } from '../../transactions/index.js';
import { partOf } from './records.js';

const CANCELLED = {
  id: idField('Transaction', { label: 'Payment', option: { meaning: 'The payment, as Transaction:…' } }),
  reason: optional(
    textField({
      label: 'Reason',
      hint: 'Stored with the payment',
      maxLength: 500,
      rows: 3,
      option: { meaning: 'Why; stored with the payment' },
    }),
  ),
};

/** The rail is asked between two units. */
export const paymentActions = (transactions: Pick<TransactionsArea, 'cancel'>) => ({
  'payments.cancel': outsideAction({
    title: 'Cancel a payment',
    weight: 'danger',
    words: saying(
      'Cancel the payment',
      async ({ input, name }) =>
        `Cancel ${await name(input.id)}: its rail is asked first whether the money can still be stopped`,
    ),
    role: 'OPERATOR',
    effects: ['MOVES_MONEY'],
    exempt: 'ABOUT_ACCEPTED_PAYMENT',
    input: CANCELLED,
    subject: ({ id }) => id,
    perform: async (ctx, input) => {
      const cancelled = await transactions.cancel(ctx, input);
      return cancelled.ok
        ? ok({ output: cancelled.value, after: partOf(cancelled.value, ['status', 'refundStatus']) })
        : cancelled;
    },
  }),
});
