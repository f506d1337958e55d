import { PAYMENT_RAILS } from '../../accounts/index.js';
import {
  choiceField,
  clearable,
  type CurrencyCode,
  idField,
  type InputOfFields,
  numberField,
  ok,
  optional,
  rules,
  textField,
  timeField,
  timeText,
} from '../../kernel/index.js';
import { isCurrency, MAX_AMOUNT, MAX_FEE_BPS, moneyField } from '../../money/index.js';
import { operatorText, saying, type Signatories, unitAction } from '../../operators/index.js';
import { corridorName, GENERAL } from '../../rates/index.js';
import {
  addTerms,
  changesText,
  percentText,
  planTerms,
  planWithdrawal,
  scopeText,
  secondsText,
  TERM_NAMES,
  TERMS_IN_ORDER,
  type TermsArea,
  type TermsAuthors,
  type TermsChange,
  type TermName,
  type TermsContent,
  termText,
  withdrawTerms,
} from '../../terms/index.js';

const LONGEST_QUOTE = 86_400;

/** A currency that is not read together with an amount, because terms need not have one. */
const codeField = (label: string, hint: string) =>
  optional(
    textField({
      ...{ label, hint, maxLength: 8, option: { value: 'CODE' } },
      rule: rules.text({ check: (code) => (isCurrency(code) ? null : 'must be a supported currency') }),
    }),
  );
const bpsField = (label: string, hint: string) =>
  clearable(numberField({ label, hint, min: 0, max: MAX_FEE_BPS, option: { value: 'BPS' }, says: percentText }));
const amountField = (label: string, hint: string) =>
  clearable(
    moneyField({
      ...{ label, hint, currency: 'source', min: 0n, max: MAX_AMOUNT },
      option: { meaning: `${hint}, in smallest units` },
    }),
  );

const REASON = textField({
  label: 'Reason',
  hint: 'Only operators read it',
  maxLength: 500,
  rows: 2,
  option: { meaning: 'Why; only operators read it' },
});

const CHANGED = {
  source: codeField('From', 'The currency that is sent. Without a corridor, the general terms change.'),
  destination: codeField('To', 'The currency that arrives. For transfers it is the same.'),
  rail: optional(
    choiceField(PAYMENT_RAILS, {
      label: 'Payment rail',
      hint: 'Only for payments that this rail delivers',
    }),
  ),
  variableFeeBps: bpsField('Fee', 'Fee of the service in basis points; 100 are one percent'),
  fixedFee: amountField('Fixed fee', 'Fixed part of the fee of the service'),
  spreadBps: bpsField('Spread', 'How much worse than the mid-rate the rate of quotes is, in basis points'),
  minAmount: amountField('Smallest amount', 'Smallest amount that is sent'),
  maxAmount: amountField('Largest amount', 'Largest amount that is sent'),
  transactionCap: amountField('Cap of a payment', 'Largest amount of one payment'),
  dailyVolume: amountField('Daily volume', 'Largest sum that one platform sends in a day, UTC'),
  quoteSeconds: clearable(
    numberField({
      ...{ label: 'Validity of a quote', hint: 'In seconds, from 1 to 86400', min: 1, max: LONGEST_QUOTE },
      says: secondsText,
    }),
  ),
  ownershipVerification: clearable(
    choiceField(
      [
        ['REQUIRED', 'Required'],
        ['NOT_REQUIRED', 'Not required'],
      ],
      {
        label: 'Verification of the payee',
        hint: 'Whether payments go only to accounts whose owner is verified',
        option: { name: 'payee-verification' },
      },
    ),
  ),
  validFrom: timeField({
    label: 'Valid from',
    hint: 'UTC; later than the end of all quotes that are valid now',
    option: { meaning: 'The time from which the terms are in force, later than the end of all quotes' },
  }),
  reason: REASON,
};

const WITHDRAWN = {
  id: idField('Terms', { label: 'Terms', option: { meaning: 'The terms that are not in force yet, as Terms:…' } }),
  reason: REASON,
};

function changeOf({ source, destination, ownershipVerification, ...rest }: InputOfFields<typeof CHANGED>): TermsChange {
  const verification = ownershipVerification && ownershipVerification === 'REQUIRED';
  return {
    ...rest,
    source: source as CurrencyCode | undefined,
    destination: destination as CurrencyCode | undefined,
    ownershipVerification: verification,
  };
}

const authorsOf = ({ requestedBy, approvedBy }: Signatories): TermsAuthors => ({
  createdBy: operatorText(requestedBy),
  approvedBy: approvedBy === null ? null : operatorText(approvedBy),
});

/** The scope that a request names, as its words need it also if the request is refused by now. */
const namedScope = ({ source, destination, rail }: TermsChange): string =>
  source === undefined || destination === undefined ? GENERAL : corridorName({ source, destination, rail });

/** `Fixed fee`. */
const labelOf = (name: TermName): string => `${TERM_NAMES[name].slice(0, 1).toUpperCase()}${TERM_NAMES[name].slice(1)}`;

const shownContent = (content: TermsContent): object => Object.fromEntries(Object.entries(content));

/** What the terms in a plan are: the content that the change follows. */
const contentBefore = (before: object | null): TermsContent => (before as { terms?: TermsContent } | null)?.terms ?? {};

/** The former value of each part that a change sets, as the fields of the action have it. */
const formerValues = (change: TermsChange, present: TermsContent): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    TERMS_IN_ORDER.filter((name) => change[name] !== undefined).map((name) => {
      const value = present[name];
      return [name, typeof value === 'boolean' ? (value ? 'REQUIRED' : 'NOT_REQUIRED') : value];
    }),
  );

/** The actions that change fees, spreads and limits, or take back a change that is not in force. */
export const termsActions = ({ quoteSeconds }: Pick<TermsArea, 'quoteSeconds'>) => ({
  'terms.change': unitAction({
    title: 'Change fees, spreads and limits',
    words: ({ input, before }) => {
      const change = changeOf(input);
      const scope = namedScope(change);
      const present = contentBefore(before);
      const given = Object.entries(change).filter(([name, value]) => name in present || value !== undefined);
      const next: TermsContent = {
        ...present,
        ...Object.fromEntries(given.map(([name, value]) => [name, value ?? undefined])),
      };
      const changes = changesText(scope, present, next);
      const parts = changes.length === 0 ? 'nothing' : changes.join(', ');
      const sentence = `Change for ${scopeText(scope)} ${parts}, from ${timeText(change.validFrom)}`;
      // What the request sets has its former value beside it; the rest stays as it is.
      const named = TERMS_IN_ORDER.filter((name) => present[name] !== undefined && change[name] === undefined);
      const state = named.map((name) => ({ label: labelOf(name), text: termText(name, present, scope) }));
      return { heading: 'Change the terms', sentence, state, was: formerValues(change, present) };
    },
    role: 'ADMIN',
    effects: ['CHANGES_TERMS'],
    input: CHANGED,
    plan: async (tx, ctx, input) => {
      const planned = await planTerms(tx, ctx, quoteSeconds, changeOf(input));
      if (!planned.ok) return planned;
      const { before, scope } = planned.value;
      // The id binds an approval to the terms that the change was decided on.
      return ok({
        subject: scope,
        before: { follows: before?.id ?? null, terms: shownContent(before?.content ?? {}) },
        moves: [],
      });
    },
    perform: async (unit, input, signed) => {
      const planned = await planTerms(unit.tx, unit.ctx, quoteSeconds, changeOf(input));
      if (!planned.ok) return planned;
      const added = addTerms(unit, planned.value, input.reason, authorsOf(signed));
      return ok({ output: added, after: { follows: added.id, terms: shownContent(added.content) } });
    },
  }),
  'terms.withdraw': unitAction({
    title: 'Withdraw terms that are not in force',
    weight: 'danger',
    words: saying(
      'Withdraw the terms',
      async ({ input: { id }, name }) => `Withdraw ${await name(id)}: those before them stay in force`,
    ),
    role: 'ADMIN',
    effects: ['CHANGES_TERMS'],
    input: WITHDRAWN,
    plan: async (tx, ctx, input) => {
      const planned = await planWithdrawal(tx, ctx, input);
      if (!planned.ok) return planned;
      return ok({ subject: input.id, before: { withdrawnBy: null }, moves: [] });
    },
    perform: async (unit, input, signed) => {
      const planned = await planWithdrawal(unit.tx, unit.ctx, input);
      if (!planned.ok) return planned;
      const added = withdrawTerms(unit, planned.value, input.reason, authorsOf(signed));
      return ok({ output: added, after: { withdrawnBy: added.id } });
    },
  }),
});
