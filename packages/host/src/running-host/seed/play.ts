import type { Agent, Card, Corridor, InternalAccount, ResultOf } from '@corridor/client';
import { amountText, unitsText } from '@corridor/core/internal';
import {
  type CardUse,
  clearCard,
  connectAgent,
  consent,
  createCustomer,
  createQuote,
  deposit,
  eventually,
  executeQuote,
  issueCard,
  playPayer,
  quoteFunding,
  returnCard,
  transferIn,
  transferOut,
  useCard,
} from '../scenes/acts.js';
import { submitVerification, verifyBusiness } from '../scenes/identity.js';
import type { Stage } from '../scenes/stage.js';
import type { Act } from './plan.js';

/** The code that the sandbox sends to every phone (docs/sandbox.md). */
const CODE = '123456';

/** The records that the acts have created. */
export interface Made {
  readonly customers: Map<number, { readonly id: string; readonly isBusiness: boolean }>;
  /** By customer and currency. */
  readonly internalAccounts: Map<string, InternalAccount>;
  readonly externalAccounts: Map<string, string>;
  readonly cards: Map<number, Card>;
  readonly uses: Map<string, CardUse>;
  readonly agents: Map<number, { readonly agent: Agent; readonly acting: Corridor }>;
  /** Quotes that are left to expire. */
  readonly unexecuted: string[];
}

export const nothingMade = (): Made => ({
  customers: new Map(),
  internalAccounts: new Map(),
  externalAccounts: new Map(),
  cards: new Map(),
  uses: new Map(),
  agents: new Map(),
  unexecuted: [],
});

function found<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the plan uses ${String(key)} before it is made`);
  return value;
}

type Of<K extends Act['kind']> = Extract<Act, { readonly kind: K }>;

/** Plays one act of the plan. */
export function playAct(stage: Stage, made: Made, act: Act): Promise<unknown> {
  switch (act.kind) {
    case 'customer':
      return join(stage, made, act);
    case 'account':
      return addAccount(stage, made, act);
    case 'fund':
      return deposit(stage, accountOf(made, act.customer, act.currency), act.currency, act.amount);
    case 'payment':
      return pay(stage, made, act);
    case 'transfer': {
      const from = accountOf(made, act.customer, act.currency).id;
      const to = found(made.externalAccounts, act.account);
      return transferOut(stage, from, to, act.amount, { remittanceInformation: act.purpose });
    }
    case 'collection': {
      const to = accountOf(made, act.customer, act.currency).id;
      return transferIn(stage, found(made.externalAccounts, act.account), to, act.amount);
    }
    case 'incoming':
      return receive(stage, made, act);
    case 'card':
      return order(stage, made, act);
    case 'authorization':
      return spend(stage, made, act);
    case 'clearing':
      return clearCard(stage, found(made.uses, act.name), act.amount);
    case 'return':
      return returnCard(stage, found(made.uses, act.name), act.amount);
    case 'agent':
      return hire(stage, made, act);
    case 'agentTransfer':
      return letAgentPay(stage, made, act);
  }
}

const accountOf = (made: Made, customer: number, currency: string): InternalAccount =>
  found(made.internalAccounts, `${customer}/${currency}`);

async function join(stage: Stage, made: Made, { customer, party }: Of<'customer'>): Promise<void> {
  const { corridor } = stage;
  const { isBusiness } = party;
  const { id } = isBusiness ? await joinAsBusiness(stage, party) : await joinAsPerson(stage, party);
  made.customers.set(customer, { id, isBusiness });
  if (party.verification === 'approved') {
    await eventually(`the verification of ${id}`, async () => {
      const { kycStatus } = await corridor.getCustomerById({ path: { customerId: id } });
      return kycStatus === 'APPROVED' ? kycStatus : null;
    });
  }
  const { data } = await corridor.listCustomerInternalAccounts({ query: { customerId: id } });
  for (const account of data) made.internalAccounts.set(`${customer}/${account.balance.currency.code}`, account);
}

type Party = Of<'customer'>['party'];
type Customer = ResultOf<'createCustomer'>;

async function joinAsPerson(stage: Stage, party: Party): Promise<Customer> {
  const { country, name: fullName, address, birthDate, email, phoneNumber } = party;
  const person = { fullName, address, birthDate, email, phoneNumber, nationality: country.code };
  const customer = await createCustomer(stage, { ...person, region: country.code, currencies: [...party.currencies] });
  // A submission answers which documents are missing.
  if (party.verification === 'documents') await submitVerification(stage, customer);
  await verifyPhone(stage, customer);
  return customer;
}

async function joinAsBusiness(stage: Stage, party: Party): Promise<Customer> {
  const { country, name: legalName, address, email, phoneNumber, registrationNumber, taxId } = party;
  const customer = await stage.corridor.createCustomer({
    body: {
      customerType: 'BUSINESS',
      endUserTermsConsent: await consent(stage),
      region: country.code,
      currencies: [...party.currencies],
      address,
      email,
      phoneNumber,
      businessInfo: { legalName, registrationNumber, taxId, entityType: 'LLC' },
    },
  });
  stage.tell(`create the business ${legalName}`, customer.id);
  if (party.verification === 'documents') await submitVerification(stage, customer);
  else await verifyBusiness(stage, { ...customer, registrationNumber });
  await verifyPhone(stage, customer);
  return customer;
}

/** Customers of the EEA confirm their phones, because their payments are confirmed with a code that it receives. */
async function verifyPhone({ corridor }: Stage, { id: customerId, contactVerification }: Customer): Promise<void> {
  if (contactVerification?.phone !== 'PENDING') return;
  await corridor.sendCustomerPhoneVerification({ path: { customerId } });
  await corridor.confirmCustomerPhoneVerification({ path: { customerId }, body: { code: CODE } });
}

async function addAccount(stage: Stage, made: Made, { customer, name, currency, info }: Of<'account'>): Promise<void> {
  const { id: customerId } = found(made.customers, customer);
  const body = { customerId, currency, accountInfo: info };
  const account = await stage.corridor.createCustomerExternalAccount({ body });
  stage.tell(`add an account in ${currency}`, account.id);
  made.externalAccounts.set(name, account.id);
}

async function pay(stage: Stage, made: Made, act: Of<'payment'>): Promise<void> {
  const { customer, currency, account, amount, outcome, description } = act;
  const from = accountOf(made, customer, currency).id;
  const quote = await createQuote(stage, from, found(made.externalAccounts, account), amount, { description });
  if (outcome === 'expired') {
    made.unexecuted.push(quote.id);
    return;
  }
  const { id, status } = await executeQuote(stage, quote);
  if (status !== 'PENDING_AUTHORIZATION') return;
  await stage.corridor.authorizeQuote({ path: { quoteId: id }, body: { code: CODE } });
  stage.tell('confirm the payment with the code of the customer', id);
}

async function receive(stage: Stage, made: Made, act: Of<'incoming'>): Promise<void> {
  const { customer, currency, to, amount, outcome } = act;
  const { id: customerId } = found(made.customers, customer);
  const account = accountOf(made, customer, to).id;
  const quote = await quoteFunding(stage, { customerId, currency, to: account, amount });
  if (outcome === 'received') return void (await playPayer(stage, quote));
  const currencyAmount = Math.max(1, amount - 100);
  await stage.corridor.sandboxSend({ body: { quoteId: quote.id, currencyCode: currency, currencyAmount } });
  stage.tell('play a payer who sends too little', quote.id);
}

async function order(stage: Stage, made: Made, { customer, currency }: Of<'card'>): Promise<void> {
  const { id } = found(made.customers, customer);
  made.cards.set(customer, await issueCard(stage, id, [accountOf(made, customer, currency).id]));
}

async function spend(stage: Stage, made: Made, act: Of<'authorization'>): Promise<void> {
  const { customer, name, currency, amount, merchant, outcome } = act;
  const card = found(made.cards, customer);
  if (outcome !== 'declined') {
    made.uses.set(name, await useCard(stage, card, amount, merchant));
    return;
  }
  const body = { amount, currency: { code: currency }, merchant: { descriptor: merchant } };
  await stage.corridor.sandboxSimulateCardAuthorization({ path: { id: card.id }, body });
  stage.tell(`ask for ${amountText(BigInt(amount), currency)} at ${merchant}, which the card declines`, card.id);
}

async function hire(stage: Stage, made: Made, { customer }: Of<'agent'>): Promise<void> {
  made.agents.set(customer, await connectAgent(stage, found(made.customers, customer).id));
}

async function letAgentPay(stage: Stage, made: Made, act: Of<'agentTransfer'>): Promise<void> {
  const { customer, currency, account, amount, outcome } = act;
  const { agent, acting } = found(made.agents, customer);
  const { id: actionId } = await acting.agentCreateTransferOut({
    body: {
      source: { accountId: accountOf(made, customer, currency).id },
      destination: { accountId: found(made.externalAccounts, account) },
      amount,
    },
  });
  stage.tell(`ask, as the agent, for a payment of ${amountText(BigInt(amount), currency)}`, actionId);
  const path = { agentId: agent.id, actionId };
  if (outcome === 'approved') await stage.corridor.approveAgentAction({ path });
  if (outcome === 'rejected') await stage.corridor.rejectAgentAction({ path, body: { reason: 'not in the budget' } });
  if (outcome !== 'waiting') stage.tell(`decide: ${outcome}`, actionId);
}

/** What an act does, for the message about a failure. */
export function titleOf(act: Act): string {
  const who = `customer ${act.customer + 1}`;
  if (act.kind === 'customer') return `create ${who}, ${act.party.name}`;
  if (act.kind === 'account') return `add an account in ${act.currency} to ${who}`;
  if (act.kind === 'card') return `issue a card to ${who}`;
  if (act.kind === 'agent') return `connect an agent of ${who}`;
  const what = {
    fund: 'a deposit',
    payment: 'a payment',
    transfer: 'a transfer out',
    collection: 'a transfer in',
    incoming: 'an incoming payment',
    authorization: 'an authorization',
    clearing: 'a clearing',
    return: 'a return',
    agentTransfer: 'a payment by the agent',
  }[act.kind];
  const units = BigInt(act.amount);
  const sum = 'currency' in act ? amountText(units, act.currency) : unitsText(units);
  return `${what} of ${sum} for ${who}`;
}

/** Throws the first failure after the acts that are on their way have ended. */
export async function playTogether(
  groups: readonly (readonly Act[])[],
  play: (act: Act) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...groups];
  let failure: { readonly error: unknown } | null = null;
  const worker = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      for (const act of group) {
        if (failure !== null || signal.aborted) return;
        try {
          await play(act);
        } catch (error) {
          failure ??= { error };
          return;
        }
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const failed = failure as { readonly error: unknown } | null;
  if (failed !== null) throw failed.error;
}

/** Few enough for the rate limit of a host and its SQLite file, and more than one to hide the round trips. */
const AT_ONCE = 4;

/** The acts of a quarter by customer: those of one customer come one after the other. */
export function byCustomer(acts: readonly Act[]): readonly (readonly Act[])[] {
  const groups = new Map<number, Act[]>();
  for (const act of acts) groups.set(act.customer, [...(groups.get(act.customer) ?? []), act]);
  return [...groups.values()];
}
