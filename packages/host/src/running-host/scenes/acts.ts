import { randomInt } from 'node:crypto';
import type {
  Agent,
  Card,
  CreateCustomerData,
  CreateCustomerExternalAccountData,
  Currency,
  ExternalAccount,
  InternalAccount,
  Quote,
  ResultOf,
  SandboxClock,
  TransactionOneOf,
} from '@corridor/client';
import { amountText } from '@corridor/core/internal';
import { CommandError } from '../../kernel/errors.js';
import { requireCurrencies, type Stage } from './stage.js';

export type Customer = ResultOf<'createCustomer'>;
type NewCustomer = CreateCustomerData['body'];
type NewIndividual = Extract<NewCustomer, { readonly customerType: 'INDIVIDUAL' }>;
export type AccountInfo = CreateCustomerExternalAccountData['body']['accountInfo'];

/** The ending of an account without a magic outcome (docs/sandbox.md). */
export const ORDINARY = '900';

/** Digits that differ in each playing. */
export const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** An amount in smallest units as people write it, such as `100.00 USD`. */
export const amountOf = (amount: number, { code = '' }: Pick<Currency, 'code'>): string =>
  amountText(BigInt(amount), code);

/** In countries outside of the EEA no payment waits for strong customer authentication. */
const ADDRESS = { line1: '1 Main St', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' } as const;
const PERSON = { region: 'US', birthDate: '1990-12-10', nationality: 'US', address: ADDRESS } as const;
/** An address of documentation, which no machine has (RFC 5737). */
const NOWHERE = '192.0.2.1';

/** The consent to the present terms, for platforms that require one. */
export async function consent({ corridor, terms }: Stage) {
  const [{ version }, { now }] = await Promise.all([terms(), corridor.getSandboxClock()]);
  return { acceptedAt: now, ipAddress: NOWHERE, termsVersion: version, acceptanceMethod: 'CLICK_TO_ACCEPT' } as const;
}

/** A person, whom the sandbox verifies at once by the ending of the name. */
export async function createCustomer(
  stage: Stage,
  details: Omit<Partial<NewIndividual>, 'customerType'> = {},
): Promise<Customer> {
  const { fullName = 'Ada Lovelace', currencies = [] } = details;
  await requireCurrencies(stage, currencies);
  const body = { customerType: 'INDIVIDUAL', ...PERSON, fullName, ...details } as const;
  const customer = await stage.corridor.createCustomer({
    body: { endUserTermsConsent: await consent(stage), ...body },
  });
  stage.tell(`create the customer ${fullName}`, customer.id);
  return customer;
}

/** The account of a customer in a currency. */
export async function internalAccount(
  { corridor }: Stage,
  customerId: string,
  currency: string,
): Promise<InternalAccount> {
  const { data } = await corridor.listCustomerInternalAccounts({ query: { customerId, currency } });
  const [account] = data;
  if (account === undefined) throw new CommandError(`${customerId} has no account in ${currency}`);
  return account;
}

/** Adds money to the account of a customer; the amount is in smallest units. */
export async function fundAccount(
  stage: Stage,
  customerId: string,
  currency: string,
  amount: number,
): Promise<InternalAccount> {
  const { id } = await internalAccount(stage, customerId, currency);
  const funded = await stage.corridor.sandboxFundInternalAccount({ path: { accountId: id }, body: { amount } });
  stage.tell(`fund the account with ${amountOf(amount, funded.balance.currency)}`, id);
  return funded;
}

/** Plays a payer who sends money with the reference of the account; the amount is in smallest units. */
export async function deposit(
  stage: Stage,
  { id, balance, fundingPaymentInstructions }: InternalAccount,
  currencyCode: string,
  amount: number,
): Promise<ResultOf<'sandboxDeposit'>> {
  const reference = fundingPaymentInstructions
    .map(({ accountOrWalletInfo: info }) => ('reference' in info ? info.reference : undefined))
    .find((given) => given !== undefined);
  if (reference === undefined) throw new CommandError(`no rail receives ${currencyCode} for ${id}`);
  const arrived = await stage.corridor.sandboxDeposit({ body: { reference, currencyCode, amount } });
  stage.tell(
    `play a payer who sends ${amountOf(amount, balance.currency)} to the account`,
    arrived.transaction?.id ?? id,
  );
  return arrived;
}

/** A customer with money in dollars. */
export async function fundedCustomer(
  stage: Stage,
  {
    currencies = ['USD'],
    amount = 100_000,
  }: { readonly currencies?: readonly string[]; readonly amount?: number } = {},
): Promise<{ readonly customer: Customer; readonly account: InternalAccount }> {
  const customer = await createCustomer(stage, { currencies: [...currencies] });
  return { customer, account: await fundAccount(stage, customer.id, 'USD', amount) };
}

const PAYEE = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' } as const;

/** The rest of a number by 97, of any length. */
const mod97 = (number: string): number => [...number].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

/** A German IBAN with its check digits; D and E count as 13 and 14. */
function iban(ending: string): string {
  const account = digits(15) + ending;
  return `DE${String(98 - mod97(`${account}131400`)).padStart(2, '0')}${account}`;
}

const CLABE_WEIGHTS = [3, 7, 1];

/** A CLABE, whose last digit is a check digit: the others are chosen to match it. */
function clabe(ending: string): string {
  for (;;) {
    const number = digits(15) + ending;
    const sum = [...number.slice(0, -1)].reduce(
      (all, digit, i) => all + ((Number(digit) * CLABE_WEIGHTS[i % 3]!) % 10),
      0,
    );
    if ((10 - (sum % 10)) % 10 === Number(number.at(-1))) return number;
  }
}

/** New bank accounts by currency; the last characters of the number choose the outcome (docs/sandbox.md). */
const BANK_ACCOUNTS = {
  EUR: (ending: string) => ({
    accountType: 'EUR_ACCOUNT' as const,
    iban: iban(ending),
    beneficiary: PAYEE,
  }),
  MXN: (ending: string) => ({
    accountType: 'MXN_ACCOUNT' as const,
    clabeNumber: clabe(ending),
    beneficiary: PAYEE,
  }),
  USD: (ending: string) => ({
    accountType: 'US_ACCOUNT' as const,
    accountNumber: digits(9) + ending,
    routingNumber: '021000021',
    accountHolderName: 'Grace Hopper',
  }),
} as const;
export type BankCurrency = keyof typeof BANK_ACCOUNTS;

/** Adds a bank account of a new number to a customer. */
export async function externalAccount(
  stage: Stage,
  customerId: string,
  currency: BankCurrency,
  ending: string = ORDINARY,
): Promise<ExternalAccount> {
  const account = await stage.corridor.createCustomerExternalAccount({
    body: { customerId, currency, accountInfo: BANK_ACCOUNTS[currency](ending) },
  });
  stage.tell(`add an account in ${currency} whose number ends in ${ending}`, account.id);
  return account;
}

/** A quote from one account to another; the amount is what the payer sends, in smallest units. */
export async function createQuote(
  stage: Stage,
  from: string,
  to: string,
  amount: number,
  more: { readonly description?: string } = {},
): Promise<Quote> {
  const quote = await stage.corridor.createQuote({
    body: {
      source: { sourceType: 'ACCOUNT', accountId: from },
      destination: { destinationType: 'ACCOUNT', accountId: to },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: amount,
      ...more,
    },
  });
  stage.tell(
    `quote the conversion of ${amountOf(amount, quote.sendingCurrency)} to ${quote.receivingCurrency.code}`,
    quote.id,
  );
  return quote;
}

export async function executeQuote(stage: Stage, { id }: Pick<Quote, 'id'>): Promise<Quote> {
  const quote = await stage.corridor.executeQuote({ path: { quoteId: id } });
  stage.tell('execute the quote', quote.transactionId);
  return quote;
}

/** A quote for money that a payer sends from outside; the amount is in smallest units. */
export async function quoteFunding(
  stage: Stage,
  { customerId, currency, to, amount }: { customerId: string; currency: string; to: string; amount: number },
): Promise<Quote> {
  const quote = await stage.corridor.createQuote({
    body: {
      source: { sourceType: 'REALTIME_FUNDING', customerId, currency },
      destination: { destinationType: 'ACCOUNT', accountId: to },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: amount,
    },
  });
  stage.tell(`quote a payment of ${amountOf(amount, quote.sendingCurrency)} that a payer funds`, quote.id);
  return quote;
}

/** Plays the payer who sends the money that the quote asks for. */
export async function playPayer(stage: Stage, { id, sendingCurrency }: Quote): Promise<TransactionOneOf> {
  const body = { quoteId: id, currencyCode: sendingCurrency.code! };
  const payment = await stage.corridor.sandboxSend({ body });
  stage.tell('play the payer of the quote', payment.id);
  return payment;
}

/** Collects money from an external account into an internal one. */
export async function transferIn(stage: Stage, from: string, to: string, amount: number): Promise<TransactionOneOf> {
  const payment = await stage.corridor.createTransferIn({
    body: { source: { accountId: from }, destination: { accountId: to }, amount },
  });
  stage.tell('collect money from the bank account by a transfer in', payment.id);
  return payment;
}

/** Pays from an internal account to an external one in the same currency. */
export async function transferOut(
  stage: Stage,
  from: string,
  to: string,
  amount: number,
  more: { readonly remittanceInformation?: string } = {},
): Promise<TransactionOneOf> {
  const payment = await stage.corridor.createTransferOut({
    body: { source: { accountId: from }, destination: { accountId: to }, amount, ...more },
  });
  stage.tell('pay to the bank account by a transfer out', payment.id);
  return payment;
}

const WAIT_MS = 20_000;
const POLL_MS = 100;

/** Reads until there is a value. Throws if there is none in time. */
export async function eventually<T>(what: string, read: () => Promise<T | null>, withinMs = WAIT_MS): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (value !== null) return value;
    if (performance.now() > end) throw new CommandError(`${what}: not within ${withinMs / 1000} seconds`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Orders a card and waits until the issuer has made it. */
export async function issueCard(stage: Stage, cardholderId: string, fundingSources: readonly string[]): Promise<Card> {
  const { corridor, tell } = stage;
  const body = { cardholderId, form: 'VIRTUAL' as const, fundingSources: [...fundingSources] };
  const { id } = await corridor.createCard({ body });
  const card = await eventually(`${id} is ACTIVE`, async () => {
    const now = await corridor.getCardById({ path: { id } });
    if (now.state === 'CLOSED') throw new CommandError(`the issuer has refused ${id}: ${now.stateReason ?? ''}`);
    return now.state === 'ACTIVE' ? now : null;
  });
  tell('issue a card', id);
  return card;
}

/** The use of a card: a card transaction. */
export interface CardUse {
  readonly id: string;
  readonly cardId: string;
  readonly currency: Currency;
}

/** Plays a merchant who uses the card; the ending of its name chooses the outcome. The amount is in smallest units. */
export async function useCard(
  stage: Stage,
  { id, fundingSources }: Card,
  amount: number,
  merchant = 'COFFEE BAR',
): Promise<CardUse> {
  const { corridor, tell } = stage;
  const account = await corridor.getInternalAccount({ path: { id: fundingSources[0]! } });
  const { currency } = account.balance;
  const { issuerTransactionToken } = await corridor.sandboxSimulateCardAuthorization({
    path: { id },
    body: { amount, currency: { code: currency.code! }, merchant: { descriptor: merchant } },
  });
  for await (const found of corridor.each('listTransactions', { query: { accountIdentifier: account.id } })) {
    if (found.type !== 'CARD' || found.issuerTransactionToken !== issuerTransactionToken) continue;
    tell(`use the card at ${merchant} for ${amountOf(amount, currency)}`, found.id);
    return { id: found.id, cardId: id, currency };
  }
  throw new CommandError(`the card payment was declined; corridor card log --card ${id} prints the reason`);
}

/** Plays the merchant who collects the amount, in smallest units. */
export async function clearCard(stage: Stage, { id, cardId, currency }: CardUse, amount: number): Promise<void> {
  const body = { cardTransactionId: id, amount };
  await stage.corridor.sandboxSimulateCardClearing({ path: { id: cardId }, body });
  stage.tell(`collect ${amountOf(amount, currency)} as the merchant`, id);
}

/** Plays the merchant who gives the amount back, in smallest units. */
export async function returnCard(stage: Stage, { id, cardId, currency }: CardUse, amount: number): Promise<void> {
  const body = { cardTransactionId: id, amount };
  await stage.corridor.sandboxSimulateCardReturn({ path: { id: cardId }, body });
  stage.tell(`give ${amountOf(amount, currency)} back as the merchant`, id);
}

/** An agent that may pay out up to a limit in dollars, each payment with an approval; and its client. */
export async function connectAgent(
  stage: Stage,
  customerId: string,
  mode: 'AUTO' | 'APPROVAL_REQUIRED' = 'APPROVAL_REQUIRED',
): Promise<{ readonly agent: Agent; readonly acting: Stage['corridor'] }> {
  const { agent, deviceCode } = await stage.corridor.createAgent({
    body: {
      name: 'Bookkeeper',
      customerId,
      policy: {
        permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
        defaultExecutionMode: mode,
        spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_000 },
      },
    },
  });
  stage.tell('create an agent', agent.id);
  const { accessToken } = await stage.corridor.redeemAgentDeviceCode({ path: { code: deviceCode.code } });
  stage.tell('connect the agent with its device code');
  return { agent, acting: stage.asAgent(accessToken) };
}

/** Moves the test clock of the platform ahead. It never goes back. */
export async function advanceClock(stage: Stage, seconds: number): Promise<SandboxClock> {
  const clock = await stage.corridor.advanceSandboxClock({ body: { seconds } });
  stage.tell(`move the test clock of the platform ahead by ${seconds} seconds, to ${clock.now}`);
  return clock;
}
