import { DIRECTIONS, RESOLUTIONS } from '../../exceptions/index.js';
import { choiceField, idField, ok, optional, textField } from '../../kernel/index.js';
import { currencyField, moneyField, amountText } from '../../money/index.js';
import { operatorText, preparedAction, unitAction, saying } from '../../operators/index.js';
import { resolutionWords } from './resolution-words.js';
import { OPENED_BY_HAND, type OpenedByHand, type TreasuryArea } from '../../treasury/index.js';

const KINDS: Readonly<Record<OpenedByHand, string>> = {
  RECALL: 'Money is recalled',
  STATEMENT_DIFFERENCE: 'A statement differs from the ledger',
  RAIL_CONTRADICTION: 'A rail contradicts itself',
  REFUND_FAILED: 'A refund failed',
  DEPOSIT_REFUSED: 'A deposit cannot be sent back',
  DEPOSIT_HELD: 'A deposit waits for a decision',
  RECEIVABLE_OVERDUE: 'An account owes money',
};

const OF_A_DIFFERENCE =
  'STATEMENT_DIFFERENCE: all four, direction IN or OUT; other kinds: a partial amount. RAIL_CONTRADICTION: direction OUT for money that the bank sent, such as a second time';

const OPENED = {
  kind: choiceField(
    OPENED_BY_HAND.map((kind) => [kind, KINDS[kind]] as const),
    {
      label: 'What happened',
      option: {
        meaning: OPENED_BY_HAND.join(', '),
      },
    },
  ),
  subject: optional(
    textField({
      label: 'Payment or deposit',
      hint: 'Its id',
      maxLength: 140,
      option: { value: 'ID', meaning: 'The transaction, deposit or, for a debt, internal account that it concerns' },
    }),
  ),
  reference: optional(
    textField({
      label: 'Reference of the bank',
      hint: 'Needed for a recall and a contradiction; each reference opens one exception',
      maxLength: 140,
      option: { meaning: "The bank's reference" },
    }),
  ),
  rail: optional(textField({ label: 'Rail', maxLength: 140, option: { value: 'NAME', meaning: OF_A_DIFFERENCE } })),
  direction: optional(
    choiceField(
      DIRECTIONS.map(
        (each) => [each, each === 'IN' ? 'In: money came to the bank' : 'Out: the bank sent money'] as const,
      ),
      {
        label: 'Direction',
        hint: 'Only for a contradiction; Out for money that the bank sent, such as a payout that it paid twice',
        option: { meaning: OF_A_DIFFERENCE },
      },
    ),
  ),
  amount: optional(
    moneyField({
      label: 'Amount at stake',
      hint: 'Empty for the whole amount',
      currency: 'currency',
      option: { meaning: OF_A_DIFFERENCE },
    }),
  ),
  currency: optional(
    currencyField({
      label: 'Currency of the amount',
      hint: 'Such as EUR; needed with an amount',
      option: { meaning: OF_A_DIFFERENCE },
    }),
  ),
  reason: textField({
    label: 'Reason',
    hint: 'What happened, for the operator who decides',
    maxLength: 1_000,
    rows: 3,
    option: { meaning: 'What happened' },
  }),
};

const NAMES = {
  RETRIED: 'Send the money, or let the payment go on',
  CREDITED: 'Credit an account',
  PAID_ELSEWHERE: 'Paid elsewhere',
  ADJUSTED: 'Adjust the books',
  WRITTEN_OFF: 'Write off',
  REFUSED: 'Do nothing',
} as const satisfies Record<(typeof RESOLUTIONS)[number], string>;

const RESOLVED = {
  exceptionId: idField('Exception', { label: 'Exception', option: { name: 'id', meaning: 'The exception' } }),
  resolution: choiceField(
    RESOLUTIONS.map((each) => [each, NAMES[each]] as const),
    {
      label: 'Resolution',
      option: { meaning: 'RETRIED, CREDITED, PAID_ELSEWHERE, ADJUSTED, WRITTEN_OFF or REFUSED' },
    },
  ),
  account: optional(
    idField('InternalAccount', {
      label: 'Account',
      hint: 'Id of the internal account, if the resolution needs one',
      option: { meaning: 'The internal account to credit or debit, if the resolution needs one' },
    }),
  ),
  evidence: optional(
    textField({
      label: 'Written statement of the bank',
      hint: `Reference of the statement that it did not pay the former attempt, at most 140 characters; only for money that is sent again, if the bank does not report it as failed. A second operator must approve it`,
      maxLength: 1_000,
      option: { meaning: "The reference of the bank's statement that it did not pay the former attempt, for RETRIED" },
    }),
  ),
  bankReference: optional(
    textField({
      label: 'Reference of the payment',
      hint: `At the bank that made it, at most 140 characters; only for ${NAMES.PAID_ELSEWHERE}, which a second operator must approve`,
      maxLength: 140,
      option: { meaning: 'The reference of the payment at the bank that made it; required for PAID_ELSEWHERE' },
    }),
  ),
  valueDate: optional(
    textField({
      label: 'Value date of the payment',
      hint: `Such as 2026-01-31; only for ${NAMES.PAID_ELSEWHERE}`,
      maxLength: 10,
      option: { value: 'DATE', meaning: 'Its value date, as YYYY-MM-DD; required for PAID_ELSEWHERE' },
    }),
  ),
  note: optional(
    textField({
      label: 'Reason',
      hint: 'Why you decide so; kept with the exception',
      maxLength: 500,
      rows: 3,
      option: { meaning: 'Why' },
    }),
  ),
};

/** The actions about cases that wait for a decision. */
export const exceptionActions = (treasury: Pick<TreasuryArea, 'open' | 'planResolution' | 'resolve'>) => ({
  'exceptions.open': unitAction({
    title: 'Open an exception',
    words: saying('Open the exception', async ({ input: { kind, subject, amount, currency, reference }, name }) => {
      const money = amount === undefined || currency === undefined ? '' : ` of ${amountText(amount, currency)}`;
      const about = subject === undefined ? (reference ?? '') : await name(subject);
      return `Open an exception${money} about ${about}: ${KINDS[kind]}`;
    }),
    role: 'OPERATOR',
    effects: [],
    input: OPENED,
    plan: async (_tx, _ctx, { kind, subject, reference }) =>
      ok({ subject: subject ?? `${kind}/${reference ?? ''}`, before: null, moves: [] }),
    perform: async ({ tx, ctx }, input, { requestedBy }) => {
      const reason = `${input.reason} (opened by ${operatorText(requestedBy)})`;
      const opened = await treasury.open(tx, ctx, { ...input, reason });
      return opened.ok
        ? ok({ output: opened.value, after: { id: opened.value.id, status: opened.value.status } })
        : opened;
    },
  }),
  'exceptions.resolve': preparedAction({
    title: 'Resolve an exception',
    words: resolutionWords,
    role: 'OPERATOR',
    effects: ['MOVES_MONEY'],
    approval: 'by-plan',
    input: RESOLVED,
    prepare: treasury.planResolution.prepare,
    plan: treasury.planResolution.finish,
    perform: async ({ tx, ctx }, ready, { requestedBy: by, approvedBy }) => {
      const resolved = await treasury.resolve.finish(tx, ctx, { ...ready, by, approvedBy });
      if (!resolved.ok) return resolved;
      const { status, resolution, entryId } = resolved.value;
      return ok({ output: resolved.value, after: { status, resolution, entryId } });
    },
  }),
});
