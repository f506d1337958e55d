import {
  choiceField,
  clearable,
  groupField,
  idField,
  numberField,
  optional,
  rules,
  textField,
} from '../../kernel/index.js';
import { currencyField, isCurrency, moneyField } from '../../money/index.js';
import { CLOCK_LIMITS } from '../../sandbox/index.js';

/** What a merchant asks of a card: the names of the simulations. */
export const CARD_USES = [
  'authorization',
  'financialAuthorization',
  'creditAuthorization',
  'creditAuthorizationAdvice',
  'financialCreditAuthorization',
] as const;
export type CardUseName = (typeof CARD_USES)[number];

/** What a card network tells later about a transaction. A reversal has no amount of its own. */
export const CARD_MESSAGES = ['clearing', 'authorizationAdvice', 'return', 'returnReversal'] as const;
export type CardMessageName = (typeof CARD_MESSAGES)[number];

const CARD_USE_NAMES: Readonly<Record<CardUseName, string>> = {
  authorization: 'Authorization: the merchant asks whether the card pays, and collects later',
  financialAuthorization: 'Authorization that is cleared at once',
  creditAuthorization: 'Credit: the merchant asks to give money',
  creditAuthorizationAdvice: 'Credit that the network has approved itself',
  financialCreditAuthorization: 'Credit that is booked at once',
};

export const CARD_MESSAGE_NAMES: Readonly<Record<CardMessageName, string>> = {
  clearing: 'Clearing: the merchant collects its money',
  authorizationAdvice: 'Change of the authorized amount',
  return: 'Return: the merchant gives money back',
  returnReversal: 'Reversal of the last return, which has no amount of its own',
};

const currency = currencyField({
  label: 'Currency',
  isOne: isCurrency,
  option: { name: 'currency', meaning: 'The currency of the amount' },
});
const amountIn = (of: string, hint = 'Such as 100.00') =>
  moneyField({
    label: 'Amount',
    hint,
    currency: of,
    min: 0n,
    option: { name: 'amount', meaning: 'The amount in smallest units' },
  });
const CARD = idField('Card', {
  label: 'Card',
  hint: 'Its id, such as Card:018b…',
  option: { name: 'card', meaning: 'The card, as Card:…' },
});

export const MOVED = {
  seconds: numberField({
    label: 'Seconds',
    hint: 'One step is at most 366 days.',
    min: 1,
    max: CLOCK_LIMITS.step,
    option: { meaning: 'How far the clock moves ahead; at most 366 days' },
  }),
};

/** `currency` must be that of the account, in whose smallest units the amount is. */
export const FUNDED = {
  accountId: idField('InternalAccount', {
    label: 'Internal account',
    hint: 'Its id, such as InternalAccount:018b…',
    option: { name: 'account', meaning: 'The account, as InternalAccount:…' },
  }),
  currency,
  amount: amountIn('currency'),
};

export const PAID = {
  quoteId: idField('Quote', {
    label: 'Quote',
    hint: 'Its id, such as Quote:018b…',
    option: { name: 'quote', meaning: 'The quote, as Quote:…' },
  }),
  currencyCode: currency,
  currencyAmount: optional(amountIn('currencyCode', 'Empty: exactly what the quote asks for')),
};

export const DEPOSITED = {
  reference: textField({ label: 'Reference', hint: 'As the payer writes it on the transfer', maxLength: 140 }),
  currencyCode: currency,
  amount: amountIn('currencyCode'),
  remitter: optional(
    groupField(
      {
        name: clearable(textField({ label: 'Name of the sender', hint: 'Optional', maxLength: 140 })),
        account: clearable(
          textField({
            label: 'Account of the sender',
            hint: 'Optional. Its ending chooses what becomes of a refund.',
            maxLength: 140,
          }),
        ),
      },
      { label: 'Sender' },
    ),
  ),
};

export const RECEIVED = {
  senderUmaAddress: textField({
    label: 'Sender',
    hint: 'Any UMA address, such as $grace@bank.example',
    maxLength: 320,
    option: { name: 'sender' },
  }),
  receiverUmaAddress: optional(
    textField({
      label: 'Receiver',
      hint: 'The UMA address of a customer, or the customer below',
      maxLength: 320,
      option: { name: 'receiver', meaning: 'The UMA address of a customer, or --customer' },
    }),
  ),
  customerId: optional(
    idField('Customer', { label: 'Customer', hint: 'Its id, instead of the address', option: { name: 'customer' } }),
  ),
  receivingCurrencyCode: currency,
  receivingCurrencyAmount: amountIn('receivingCurrencyCode'),
};

export const USED = {
  cardId: CARD,
  use: choiceField(
    CARD_USES.map((use) => [use, CARD_USE_NAMES[use]] as const),
    { label: 'Use', option: { meaning: CARD_USES.join(', ') } },
  ),
  currency,
  amount: amountIn('currency'),
  merchant: groupField(
    {
      descriptor: textField({
        label: 'Merchant',
        hint: 'Its descriptor, whose ending chooses the outcome',
        maxLength: 140,
        option: { name: 'merchant' },
      }),
      mcc: clearable(
        textField({
          label: 'Category of the merchant',
          hint: 'Optional: four digits, such as 5814',
          maxLength: 4,
          rule: rules.text({ pattern: '^[0-9]{4}$', expects: 'must have four digits' }),
        }),
      ),
      country: clearable(
        textField({
          label: 'Country of the merchant',
          hint: 'Optional: two letters, such as US',
          maxLength: 2,
          rule: rules.text({ pattern: '^[A-Z]{2}$', expects: 'must have two letters' }),
        }),
      ),
    },
    { label: 'Merchant' },
  ),
  networkMessageId: optional(
    textField({ label: 'Id at the network', hint: 'The same id repeats the message', maxLength: 64 }),
  ),
};

/**
 * `currency` must be that of the card, in whose smallest units the amount is. The message gets an id of its own, so it
 * cannot contradict another one.
 */
export const TOLD = {
  cardId: CARD,
  transactionId: idField('Transaction', {
    label: 'Card payment',
    hint: 'Its id, such as Transaction:018b…',
    option: { name: 'transaction', meaning: 'The card payment, as Transaction:…' },
  }),
  message: choiceField(
    CARD_MESSAGES.map((each) => [each, CARD_MESSAGE_NAMES[each]] as const),
    { label: 'Message', option: { meaning: CARD_MESSAGES.join(', ') } },
  ),
  currency,
  amount: amountIn('currency', 'Empty only for the reversal of a return'),
};
