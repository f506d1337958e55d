import { AGENTS } from '../agents/index.js';
import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS, payeeName, PLATFORM_OWNER } from '../accounts/index.js';
import { CARDS, SETTLEMENT_PARTS } from '../cards/index.js';
import { CUSTOMERS, nameOf } from '../customers/index.js';
import { EVENTS } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import {
  type IdType,
  isHouse,
  isId,
  ID_TYPES,
  type Reads,
  splitTenant,
  type TenantKey,
  timeText,
} from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { type Names, OPERATORS } from '../operators/index.js';
import { PLATFORMS, TOKENS } from '../platforms/index.js';
import { GENERAL } from '../rates/index.js';
import { QUOTES } from '../quotes/index.js';
import { SCA_RESETS } from '../sca/index.js';
import { scopeText, TERMS } from '../terms/index.js';
import { SCREENING_CASES, SCREENINGS } from '../screening/index.js';
import { SAFEGUARDING_REPORTS } from '../safeguarding/index.js';
import { TRAVEL_RULE_TRANSFERS } from '../travel-rule/index.js';
import { DEPOSITS, TRANSACTIONS, type TransactionDestination } from '../transactions/index.js';
import { OUTSIDE_PAYMENTS } from '../treasury/index.js';
import { BENEFICIAL_OWNERS, DOCUMENTS, VERIFICATIONS } from '../verification/index.js';

const SHOWN = 4;

/** The end of an id, by which people tell records of one list apart: `…0f68`. */
const ending = (id: string): string => `…${id.slice(-SHOWN)}`;

/** What a record of a type is called, and its name; null if there is no such record. */
interface Naming {
  readonly called: string;
  readonly nameIn?: (reads: Reads, id: string, tenant: TenantKey) => Promise<string | null>;
}

const NO_NAME = 'a customer without a name';

async function customer(reads: Reads, id: string): Promise<string | null> {
  const found = await reads.get(CUSTOMERS, id);
  return found === null ? null : (nameOf(found) ?? NO_NAME);
}

/** `of Ada Lovelace`, or nothing if the customer is unknown. */
async function ofCustomer(reads: Reads, id: string | null): Promise<string> {
  if (id === null || id === PLATFORM_OWNER || !isId('Customer', id)) return ' of the platform';
  const name = await customer(reads, id);
  return name === null ? '' : ` of ${name}`;
}

async function payment(reads: Reads, id: string): Promise<string | null> {
  const found = await reads.get(TRANSACTIONS, id);
  if (found === null) return null;
  const { sentAmount, sentCurrency, receivedAmount, receivedCurrency, customerId, card } = found;
  const money =
    sentAmount !== null && sentCurrency !== null
      ? ` of ${amountText(sentAmount, sentCurrency)}`
      : receivedAmount !== null && receivedCurrency !== null
        ? ` of ${amountText(receivedAmount, receivedCurrency)}`
        : '';
  const kind = card === null ? 'payment' : 'card payment';
  return `the ${kind} ${ending(id)}${money}${await ofOwner(reads, customerId)}`;
}

/** As `ofCustomer`, with a comma, because it follows an amount. */
const ofOwner = async (reads: Reads, id: string): Promise<string> =>
  (await ofCustomer(reads, id)).replace(/^ of/, ', of');

/** The customer, and for a payment the payee, of the record that an exception concerns; null if both are unknown. */
async function partiesOf(reads: Reads, subject: string): Promise<string | null> {
  if (isId('Transaction', subject)) {
    const found = await reads.get(TRANSACTIONS, subject);
    if (found === null) return null;
    const payer = await ofCustomer(reads, found.customerId);
    const payee = await payeeOf(reads, found.destination);
    return `a payment${payer}${payee === null ? '' : ` to ${payee}`}`;
  }
  if (isId('Deposit', subject)) {
    const owner = (await reads.get(DEPOSITS, subject))?.ownerId ?? null;
    return owner === null ? null : `a deposit${(await ofCustomer(reads, owner)).replace(/^ of/, ' for')}`;
  }
  if (isId('InternalAccount', subject)) {
    const found = await reads.get(INTERNAL_ACCOUNTS, subject);
    return found && `the ${found.currency} account ${ending(subject)}${await ofCustomer(reads, found.customerId)}`;
  }
  return null;
}

async function payeeOf(reads: Reads, destination: TransactionDestination): Promise<string | null> {
  switch (destination.destinationType) {
    case 'UMA_ADDRESS':
      return destination.umaAddress;
    case 'MERCHANT':
      return destination.descriptor;
    case 'ACCOUNT': {
      const { accountId } = destination;
      if (isId('ExternalAccount', accountId)) {
        const found = await reads.get(EXTERNAL_ACCOUNTS, accountId);
        return found && payeeName(found);
      }
      if (!isId('InternalAccount', accountId)) return null;
      const found = await reads.get(INTERNAL_ACCOUNTS, accountId);
      return found && `the ${found.currency} account ${ending(accountId)}`;
    }
  }
}

/** What a screening is about, by whose names it is called. */
const NAMED_SUBJECTS = ['Transaction', 'Deposit', 'Customer', 'ExternalAccount', 'BeneficialOwner'] as const;

const NAMINGS: Partial<Record<IdType, Naming>> = {
  Terms: {
    called: 'terms',
    nameIn: async (reads, id) => {
      const found = await reads.get(TERMS, id);
      return found && `the terms for ${scopeText(found.scope)} from ${timeText(found.validFrom)} on`;
    },
  },
  Customer: {
    called: 'customer',
    nameIn: async (reads, id) => {
      const name = await customer(reads, id);
      return name === null ? null : name === NO_NAME ? `${name} (${ending(id)})` : name;
    },
  },
  InternalAccount: {
    called: 'account',
    nameIn: async (reads, id) => {
      const found = await reads.get(INTERNAL_ACCOUNTS, id);
      return found && `the ${found.currency} account ${ending(id)}${await ofCustomer(reads, found.customerId)}`;
    },
  },
  ExternalAccount: {
    called: 'external account',
    nameIn: async (reads, id) => {
      const found = await reads.get(EXTERNAL_ACCOUNTS, id);
      return found && `the external account of ${payeeName(found)}`;
    },
  },
  Transaction: { called: 'payment', nameIn: payment },
  Deposit: {
    called: 'deposit',
    nameIn: async (reads, id) => {
      const found = await reads.get(DEPOSITS, id);
      return found && `the deposit ${ending(id)} of ${amountText(found.amount, found.currency)}`;
    },
  },
  Exception: {
    called: 'exception',
    nameIn: async (reads, id) => {
      const found = await reads.get(EXCEPTIONS, id);
      if (found === null) return null;
      const parties = await partiesOf(reads, found.subject);
      const about = `the exception ${ending(id)} about ${amountText(found.amount, found.currency)}`;
      return parties === null ? about : `${about}, ${parties}`;
    },
  },
  Quote: {
    called: 'quote',
    nameIn: async (reads, id) => {
      const found = await reads.get(QUOTES, id);
      return found && `the quote ${ending(id)} of ${amountText(found.totalSendingAmount, found.sendingCurrency)}`;
    },
  },
  OutsidePayment: {
    called: 'outside payment',
    nameIn: async (reads, id) => {
      const found = await reads.get(OUTSIDE_PAYMENTS, id);
      return found && `the outside payment ${ending(id)} of ${amountText(found.amount, found.currency)}`;
    },
  },
  Screening: {
    called: 'screening',
    nameIn: async (reads, id) => {
      const found = await reads.get(SCREENINGS, id);
      if (found === null) return null;
      const about = NAMED_SUBJECTS.find((type) => isId(type, found.subject));
      const subject = about === undefined ? null : await NAMINGS[about]!.nameIn!(reads, found.subject, found.tenant);
      return `the hit ${ending(id)}${subject === null ? '' : `, ${subject}`}`;
    },
  },
  ScreeningCase: {
    called: 'case',
    nameIn: async (reads, id) => {
      const found = await reads.get(SCREENING_CASES, id);
      return found && `the case “${found.title}”`;
    },
  },
  CardSettlement: {
    called: 'settlement report',
    nameIn: async (reads, id) => {
      const found = await reads.get(SETTLEMENT_PARTS, id);
      return found && `the settlement report ${found.reportId} of ${found.day} of ${found.processor}`;
    },
  },
  SafeguardingReport: {
    called: 'safeguarding report',
    nameIn: async (reads, id) => {
      const found = await reads.get(SAFEGUARDING_REPORTS, id);
      return found && `the safeguarding report of ${found.day} in ${found.environment}`;
    },
  },
  TravelRuleTransfer: {
    called: 'travel rule transfer',
    nameIn: async (reads, id) => {
      const found = await reads.get(TRAVEL_RULE_TRANSFERS, id);
      return found && `the parties of the transfer of ${amountText(found.amount, found.currency)} on ${found.network}`;
    },
  },
  Verification: {
    called: 'verification',
    nameIn: async (reads, id) => {
      const found = await reads.get(VERIFICATIONS, id);
      return found && `the verification${await ofCustomer(reads, found.customerId)}`;
    },
  },
  BeneficialOwner: {
    called: 'owner',
    nameIn: async (reads, id) => {
      const found = await reads.get(BENEFICIAL_OWNERS, id);
      if (found === null) return null;
      const name = [found.firstName, found.lastName].filter(Boolean).join(' ');
      return `the owner ${name || ending(id)}${await ofCustomer(reads, found.customerId)}`;
    },
  },
  Document: {
    called: 'document',
    nameIn: async (reads, id) => {
      const found = await reads.get(DOCUMENTS, id);
      return found && `the document ${found.fileName}${await ofCustomer(reads, found.customerId)}`;
    },
  },
  ScaReset: {
    called: 'reset',
    nameIn: async (reads, id) => {
      const found = await reads.get(SCA_RESETS, id);
      return found && `the reset ${ending(id)}${await ofCustomer(reads, found.customerId)}`;
    },
  },
  Card: {
    called: 'card',
    nameIn: async (reads, id) => {
      const found = await reads.get(CARDS, id);
      return found && `the card …${found.last4 ?? id.slice(-SHOWN)}${await ofCustomer(reads, found.cardholderId)}`;
    },
  },
  Agent: {
    called: 'agent',
    nameIn: async (reads, id, tenant) => {
      const found = await reads.get(AGENTS, id);
      return found?.tenant === tenant ? `the agent ${found.name}${await ofCustomer(reads, found.customerId)}` : null;
    },
  },
  Token: {
    called: 'API token',
    nameIn: async (reads, id) => {
      const found = await reads.get(TOKENS, id);
      return found && `the API token ${found.name}`;
    },
  },
  Operator: { called: 'operator', nameIn: async (reads, id) => (await reads.get(OPERATORS, id))?.name ?? null },
  Webhook: {
    called: 'event',
    nameIn: async (reads, id) => {
      const found = await reads.get(EVENTS, id);
      return found && `the event ${found.type} ${ending(id)}`;
    },
  },
};

/** `JournalEntry` as `journal entry`. */
const calledBy = (type: IdType): string =>
  NAMINGS[type]?.called ?? type.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();

/** `the platform Acme in production`. */
async function platform(reads: Reads, tenant: TenantKey): Promise<string> {
  const environment = splitTenant(tenant).environment === 'SANDBOX' ? 'the sandbox' : 'production';
  if (isHouse(tenant)) return `the service in ${environment}`;
  const found = await reads.get(PLATFORMS, tenant);
  return found === null ? `a new platform in ${environment}` : `the platform ${found.name} in ${environment}`;
}

/** The subject of an action about all events of a period; its sentence has the times. */
const PERIOD_OF_EVENTS = /^events\/([A-Z]+)\//;

/**
 * Names records in sentences for operators. An id without a record, such as one that was deleted, reads as its type and
 * its end; a text that is not an id stays as it is.
 */
export const recordNames: Names = (reads, tenant) => async (id) => {
  if (id === tenant) return platform(reads, tenant);
  const type = ID_TYPES.find((each) => isId(each, id));
  // Terms are named by their scope.
  if (id === GENERAL) return 'the general terms';
  const events = PERIOD_OF_EVENTS.exec(id);
  if (events !== null) return `the ${events[1]!.toLowerCase()} events of the period`;
  if (type === undefined) return id;
  return (await NAMINGS[type]?.nameIn?.(reads, id, tenant)) ?? `the ${calledBy(type)} ${ending(id)}`;
};
