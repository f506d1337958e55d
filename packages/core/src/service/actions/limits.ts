import {
  choiceField,
  clearable,
  type CurrencyCode,
  idField,
  type InputOfFields,
  numberField,
  ok,
  optional,
  type Result,
  textField,
  type Tx,
} from '../../kernel/index.js';
import {
  type LimitChange,
  LIMIT_KIND_NAMES,
  type LimitPlace,
  limitText,
  type PlannedLimit,
  planLimit,
  planRemoval,
  writeLimit,
} from '../../limits/index.js';
import { currencyField, isCurrency, MAX_AMOUNT, moneyField } from '../../money/index.js';
import { saying, unitAction } from '../../operators/index.js';
import {
  type LimitKind,
  type LimitMaxima,
  MAXIMA,
  NO_MAXIMA,
  type PaymentLimit,
  type Platform,
} from '../../platforms/index.js';

/** Above the number of payments of any customer. */
const MOST_PAYMENTS = 1_000_000;

const KIND_LABELS: readonly (readonly [LimitKind, string])[] = [
  ['ALL', 'All that take money from the customer'],
  ['PAYOUT', 'Payouts to external accounts'],
  ['CONVERSION', 'Payments to internal accounts'],
  ['UMA', 'Payments to UMA addresses'],
  ['CARD', 'Card payments'],
  ['STABLECOIN', 'Mints and burns of stablecoins'],
  ['COLLECTION', 'Transfers that collect from external accounts, no quotes'],
];

const PLACE = {
  customerId: optional(
    idField('Customer', {
      label: 'Customer',
      hint: 'Empty: the limit of each customer who has none of its own',
      option: {
        name: 'customer',
        meaning: 'One customer, as Customer:…; default: each customer without a limit of its own',
      },
    }),
  ),
  kind: choiceField(KIND_LABELS, { label: 'Payments', option: { meaning: 'The kind of payments' } }),
  currency: currencyField({
    label: 'Currency',
    hint: 'The currency that leaves the customer; of a collection, the one that arrives',
    isOne: isCurrency,
    option: { meaning: 'The currency that leaves the customer; of a collection, the one that arrives' },
  }),
};

const amountField = (label: string, period: string) =>
  clearable(
    moneyField({
      ...{ label, hint: 'Empty: no limit. 0: none at all.', currency: 'currency', min: 0n, max: MAX_AMOUNT },
      option: { meaning: `The most that a customer may start in a ${period}, UTC, in smallest units; none: no limit` },
    }),
  );
const countField = (label: string, period: string) =>
  clearable(
    numberField({
      ...{ label, hint: 'Empty: no limit. 0: none at all.', min: 0, max: MOST_PAYMENTS },
      option: {
        value: 'NUMBER',
        meaning: `The most payments that a customer may start in a ${period}, UTC; none: no limit`,
      },
    }),
  );

const REASON = textField({
  label: 'Reason',
  hint: 'Only operators read it',
  maxLength: 500,
  rows: 2,
  option: { meaning: 'Why; only operators read it' },
});

const SET = {
  ...PLACE,
  dailyAmount: amountField('Amount in a day', 'day'),
  monthlyAmount: amountField('Amount in a month', 'month'),
  dailyCount: countField('Payments in a day', 'day'),
  monthlyCount: countField('Payments in a month', 'month'),
  reason: REASON,
};
const REMOVED = { ...PLACE, reason: REASON };

const placeOf = ({ customerId, kind, currency }: InputOfFields<typeof REMOVED>): LimitPlace => ({
  customerId,
  kind,
  currency: currency as CurrencyCode,
});

const changeOf = (input: InputOfFields<typeof SET>): LimitChange => {
  const { dailyAmount, monthlyAmount, dailyCount, monthlyCount } = input;
  return { ...placeOf(input), dailyAmount, monthlyAmount, dailyCount, monthlyCount };
};

const maximaOf = (limit: LimitMaxima): LimitMaxima => ({
  dailyAmount: limit.dailyAmount,
  monthlyAmount: limit.monthlyAmount,
  dailyCount: limit.dailyCount,
  monthlyCount: limit.monthlyCount,
});

/** What applies now, as an approval is bound to it and the log shows it. */
const shown = (limit: LimitMaxima, { currency }: LimitPlace): object => ({ currency, ...maximaOf(limit) });

/** An approval is asked for only if customers may start more than before. */
const planned = (found: Result<PlannedLimit>, tenant: string, place: LimitPlace) =>
  found.ok
    ? ok({
        subject: found.value.customer?.id ?? tenant,
        before: shown(found.value.applies, place),
        moves: [],
        ...(!found.value.loosens && { effects: [] }),
      })
    : found;

function perform(tx: Tx, found: Result<PlannedLimit>, place: LimitPlace, changed: (platform: Platform) => void) {
  if (!found.ok) return found;
  const output = writeLimit(tx, found.value, place, changed);
  return ok({ output, after: shown(found.value.next, place) });
}

/** The limits that an input leads to, from what the plan says that applies. */
function nextLimit(before: object | null, change: LimitChange): PaymentLimit {
  const present = { ...NO_MAXIMA, ...before };
  const given = MAXIMA.filter((name) => change[name] !== undefined).map((name) => [name, change[name]]);
  return { ...maximaOf(present), ...Object.fromEntries(given), kind: change.kind, currency: change.currency };
}

/** The actions that limit what customers may start in a day and a month. `changed` drops the settings that a host keeps. */
export const limitActions = ({ changed }: { readonly changed: (platform: Platform) => void }) => ({
  'limits.set': unitAction({
    title: 'Limit what customers start in a day and a month',
    words: saying('Set the limit', async ({ input, before, tenant, name }) => {
      const { customerId } = input;
      const whose = customerId === undefined ? `each customer of ${await name(tenant)}` : await name(customerId);
      return `Let ${whose} start ${limitText(nextLimit(before, changeOf(input)))}`;
    }),
    role: 'ADMIN',
    effects: ['WEAKENS_CONTROL'],
    input: SET,
    plan: async (tx, ctx, input) => planned(await planLimit(tx, ctx, changeOf(input)), ctx.tenant, placeOf(input)),
    perform: async ({ tx, ctx }, input) =>
      perform(tx, await planLimit(tx, ctx, changeOf(input)), placeOf(input), changed),
  }),
  'limits.remove': unitAction({
    title: 'Remove a limit of a customer or of all customers',
    weight: 'danger',
    words: saying('Remove the limit', async ({ input, tenant, name }) => {
      const { customerId, kind, currency } = input;
      const what = `${LIMIT_KIND_NAMES[kind]} in ${currency}`;
      return customerId === undefined
        ? `Remove the limit of ${what} of the customers of ${await name(tenant)}`
        : `Remove the own limit of ${what} of ${await name(customerId)}: that of the platform applies, if it has one`;
    }),
    role: 'ADMIN',
    effects: ['WEAKENS_CONTROL'],
    input: REMOVED,
    plan: async (tx, ctx, input) => planned(await planRemoval(tx, ctx, placeOf(input)), ctx.tenant, placeOf(input)),
    perform: async ({ tx, ctx }, input) =>
      perform(tx, await planRemoval(tx, ctx, placeOf(input)), placeOf(input), changed),
  }),
});
