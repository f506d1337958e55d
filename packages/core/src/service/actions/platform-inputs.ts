import {
  choiceField,
  choicesField,
  clearable,
  flagField,
  groupField,
  groupsField,
  numberField,
  optional,
  rules,
  shownAs,
  textField,
  textsField,
} from '../../kernel/index.js';
import { currencyField, isCurrency, MAX_AMOUNT, MAX_FEE_BPS, moneyField } from '../../money/index.js';
import { CONFIG_LIMITS, FEE_TYPES, shownEndpoint } from '../../platforms/index.js';

const LONGEST_DOMAIN = 255;
const MAX_CURRENCIES = 200;
const { text } = rules;

const terms = flagField({
  label: 'End-user terms',
  statement: 'Customers move money only after accepting the end-user terms',
  option: {
    name: 'require-terms',
    meaning: 'true: its customers move money only once they have accepted the end-user terms',
  },
});
const regulated = flagField({
  label: 'Regulated institution',
  statement: 'The platform is a regulated financial institution',
  option: { name: 'regulated', meaning: 'true: it is a regulated financial institution' },
});
const duringReview = flagField({
  label: 'Money during a review',
  statement: 'Customers may move money while a change of their identity is under review',
  option: {
    name: 'money-during-review',
    meaning: 'true: its customers can move money while a change of identity is being verified',
  },
});
const DOMAIN = "The domain of its customers' UMA addresses, active without a DNS proof";

export const CREATED = {
  name: textField({
    label: 'Name',
    hint: 'Customers see it on hosted pages.',
    maxLength: CONFIG_LIMITS.name,
    rule: text({ minLength: 1, maxLength: CONFIG_LIMITS.name }),
    option: { meaning: 'Its name' },
  }),
  currencies: textsField({
    label: 'Currencies',
    hint: 'Codes with a comma between them, such as USD, EUR',
    min: 1,
    max: MAX_CURRENCIES,
    each: text({ check: (code) => (isCurrency(code) ? null : 'is not a supported currency') }),
    option: { meaning: 'Comma-separated currency codes' },
  }),
  umaDomain: clearable(
    textField({
      label: 'UMA domain',
      hint: 'Optional. In force at once, without a proof by DNS.',
      maxLength: LONGEST_DOMAIN,
      option: { value: 'NAME', meaning: DOMAIN },
    }),
  ),
  requiresEndUserTerms: optional(terms),
  isRegulatedFinancialInstitution: optional(regulated),
  allowsMoneyDuringReview: optional(duringReview),
};

const toggled = { meaning: 'true or false' };

export const UPDATED = {
  requiresEndUserTerms: optional({ ...terms, option: { ...terms.option, ...toggled } }),
  isRegulatedFinancialInstitution: optional({ ...regulated, option: { ...regulated.option, ...toggled } }),
  allowsMoneyDuringReview: optional({ ...duringReview, option: { ...duringReview.option, ...toggled } }),
  umaDomain: clearable(
    textField({
      label: 'UMA domain',
      hint: 'In force at once, without a proof by DNS. Empty: the domain of this host.',
      maxLength: LONGEST_DOMAIN,
      option: { value: 'NAME', meaning: `${DOMAIN}; none: the host's` },
    }),
  ),
};

const feeAmount = {
  amount: moneyField({
    label: 'Fixed fee',
    hint: 'Such as 1.50',
    currency: 'currency',
    min: 0n,
    max: MAX_AMOUNT,
    option: { name: 'fixed-fee', meaning: 'What the platform charges for each payment, in smallest units' },
  }),
  currency: currencyField({ label: 'Currency of the fixed fee', isOne: isCurrency }),
};

export const CONFIGURED = {
  webhookEndpoint: shownAs(
    clearable(
      textField({
        label: 'Endpoint',
        hint: 'Empty: events are stored and not sent. A host sends to a private address, such as localhost, only if its setting CORRIDOR_WEBHOOK_ALLOW_PRIVATE is true.',
        maxLength: CONFIG_LIMITS.webhookEndpoint,
        option: { value: 'URL', meaning: 'Where events are sent; none: events are stored and not sent' },
      }),
    ),
    shownEndpoint,
  ),
  redirectSchemes: optional(
    textsField({
      label: 'Redirect schemes',
      hint: 'One in each line, such as com.example.app. Hosted pages may lead to these apps.',
      max: CONFIG_LIMITS.redirectSchemes,
      each: text(),
      rows: 4,
      option: { meaning: 'Comma-separated schemes of apps to which hosted pages may lead, such as com.example.app' },
    }),
  ),
  invitationUri: clearable(
    textField({
      label: 'Invitations lead to',
      hint: 'With {code} for the code of the invitation. Empty: the page of this host.',
      maxLength: CONFIG_LIMITS.invitationUri,
      option: { value: 'URL', meaning: 'Where invitations lead, with {code} for the code; none: the page of the host' },
    }),
  ),
  feeConfigs: optional(
    groupsField(
      {
        feeType: choiceField(FEE_TYPES, { label: 'Type of the fee' }),
        sourceCurrency: currencyField({ label: 'Currency of the payments', isOne: isCurrency }),
        variableFeeBps: numberField({
          label: 'Basis points of the amount',
          hint: `From 0 to ${MAX_FEE_BPS}; 100 are one percent.`,
          min: 0,
          max: MAX_FEE_BPS,
        }),
        fixedFee: groupField(feeAmount, { label: 'Fixed fee' }),
      },
      { label: 'Fees of the platform', max: CONFIG_LIMITS.items },
    ),
  ),
};

export const CURRENCY = currencyField({
  label: 'Currency',
  hint: 'Its code, such as GBP',
  isOne: isCurrency,
  option: { name: 'currency' },
});

/** One currency of a platform, without the data that it requires of counterparties, which stay as they are. */
export const LIMITED = {
  currencyCode: CURRENCY,
  minAmount: moneyField({
    label: 'Smallest payment',
    hint: 'In units of the currency, such as 0.01',
    currency: 'currencyCode',
    min: 0n,
    max: MAX_AMOUNT,
    option: { meaning: 'The smallest payment, in smallest units' },
  }),
  maxAmount: moneyField({
    label: 'Largest payment',
    hint: 'In units of the currency, such as 10,000.00',
    currency: 'currencyCode',
    min: 0n,
    max: MAX_AMOUNT,
    option: { meaning: 'The largest payment, in smallest units' },
  }),
  enabledTransactionTypes: choicesField(
    [
      ['INCOMING', 'Incoming'],
      ['OUTGOING', 'Outgoing'],
    ],
    { label: 'Payments', option: { name: 'payments', meaning: 'Comma-separated, of INCOMING and OUTGOING' } },
  ),
};
