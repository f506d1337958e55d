import { expect } from 'vitest';
import { type Api, expecting } from '../support/api.js';
import { activeCard, authorize as useCard, simulate, transactionOf } from '../support/cards.js';
import { submit, uploadForm } from '../support/company.js';
import { agentRequest } from '../support/agents.js';
import { type AskedQuote, authorize, enrollPasskey, passkeyProof, verifyPhone } from '../support/regulated-customer.js';
import { accountOf, addAccount, fund, type PayoutRequest, payoutRequest, settled } from '../support/scenario.js';
import { becomesApproved } from '../support/production.js';
import { eventually } from '../support/eventually.js';
import { type SoftAuthenticator, softAuthenticator } from '../support/soft-authenticator.js';
import { pdf } from '../../packages/adapters-rails/src/testing/files.js';
import type {
  Agent,
  Customer,
  Document,
  ExternalAccount,
  InternalAccount,
  Quote,
  Transaction,
} from '../support/wire.js';

/** Texts of the person that each stand in one field of the API, by what they are. */
export const OF_PERSON = {
  'platform id': 'canary-platform-id-4711',
  email: 'canary.person@example.com',
  phone: '+4915199887701',
  // The ending makes a reviewer decide on a reset.
  name: 'Canaria Personname 001',
  street: 'Canarystreet 17',
  'second line': 'Canaryfloor 3',
  city: 'Canaryville',
  identifier: 'canary-identifier-552',
  'address of the consent': '203.0.113.177',
  'number of a document': 'CANARYDOC88123',
  'name of a file': 'canary-passport.pdf',
  'text of a payment': 'canary remittance of a payment',
  'description of a payment': 'canary description of a payment',
  'name of an agent': 'Canary Bookkeeper',
  merchant: 'CANARY COFFEE',
} as const;

/** What operators wrote, and what is known of others: in the export for an authority. */
export const OF_OTHERS = {
  payee: 'Canaro Payeename',
  'account of a payee': '7755331177900',
  remitter: 'Canara Remittername',
  note: 'canary note of an operator',
  'reason of a block': 'canary reason of a block',
  'reason of a hold': 'canary reason of a hold',
  'title of a case': 'canary title of a case',
  'reason of an exception': 'canary reason of an exception',
} as const;

const DOCUMENT_TEXT = 'canary inside of a document';

/** What only the files of documents have. */
export const OF_FILES = { 'content of a document': DOCUMENT_TEXT } as const;

const FUNDED = 100_000;
const AMOUNT = 1_000;

export interface Planted {
  readonly customer: Customer;
  readonly usd: InternalAccount;
  readonly eur: InternalAccount;
  readonly payee: ExternalAccount;
  /** Money that a payer has sent. */
  readonly received: string;
  /** Pays, and resolves with the id of the payment. */
  readonly payOut: (request: PayoutRequest) => Promise<string>;
  readonly agentId: string;
}

let keys = 0;
/** A request whose answer is remembered under its key. */
const keyed = () => ({ idempotencyKey: `canary-key-${(keys += 1)}` });

/** A payment that its payer has authorized with the passkey. */
async function payOut(
  api: Api,
  passkey: SoftAuthenticator,
  { from, to, amount }: PayoutRequest,
  more: object = {},
): Promise<string> {
  const body = { ...payoutRequest({ from, to, amount }), ...more };
  const { id, transactionId } = await expecting(201, api.post<Quote>('/quotes', body, keyed()));
  const asked = await expecting(200, api.post<AskedQuote>(`/quotes/${id}/execute`, { scaFactor: 'PASSKEY' }));
  const proof = passkeyProof(passkey, asked.scaChallenge!.passkeyAssertionOptions!);
  const endUserIpAddress = OF_PERSON['address of the consent'];
  await expecting(200, authorize(api, id, { ...proof, endUserIpAddress }));
  return transactionId;
}

async function createPerson(api: Api): Promise<Customer> {
  const { version } = await expecting(200, api.get<{ readonly version: string }>('/customers/end-user-terms'));
  const customer = await expecting(
    201,
    api.post<Customer>(
      '/customers',
      {
        customerType: 'INDIVIDUAL',
        platformCustomerId: OF_PERSON['platform id'],
        region: 'DE',
        currencies: ['USD', 'EUR'],
        email: OF_PERSON.email,
        phoneNumber: OF_PERSON.phone,
        fullName: OF_PERSON.name,
        birthDate: '1977-03-21',
        nationality: 'DE',
        idType: 'NON_US_TAX_ID',
        identifier: OF_PERSON.identifier,
        countryOfIssuance: 'DE',
        address: {
          line1: OF_PERSON.street,
          line2: OF_PERSON['second line'],
          city: OF_PERSON.city,
          postalCode: '10115',
          country: 'DE',
        },
        endUserTermsConsent: {
          acceptedAt: '2025-10-01T08:00:00Z',
          ipAddress: OF_PERSON['address of the consent'],
          termsVersion: version,
          acceptanceMethod: 'CHECKBOX',
        },
      },
      keyed(),
    ),
  );
  await verifyPhone(api, customer.id);
  const fields = {
    documentHolder: customer.id,
    documentType: 'PASSPORT',
    country: 'DE',
    documentNumber: OF_PERSON['number of a document'],
  };
  const form = uploadForm(fields, pdf(DOCUMENT_TEXT), OF_PERSON['name of a file']);
  await expecting(201, api.send<Document>('POST', '/documents', { body: form }));
  return customer;
}

/** A person with texts of its own in every field, whom a reviewer has approved and who has made so many payments. */
export async function plantCustomer(
  api: Api,
  payments: number,
  review: (verificationId: string) => Promise<unknown>,
): Promise<Planted> {
  const customer = await createPerson(api);
  const submitted = await submit(api, customer.id);
  expect(submitted.errors).toEqual([]);
  await eventually('the decision of a reviewer', () => review(submitted.id));
  await becomesApproved(api, customer);
  const [usd, eur] = [await accountOf(api, customer.id, 'USD'), await accountOf(api, customer.id, 'EUR')];
  await fund(api, usd.id, FUNDED + payments * AMOUNT);
  const payee = await expecting(
    201,
    api.post<ExternalAccount>(
      '/customers/external-accounts',
      {
        customerId: customer.id,
        currency: 'USD',
        ownershipType: 'THIRD_PARTY',
        accountInfo: {
          accountType: 'US_ACCOUNT',
          accountNumber: OF_OTHERS['account of a payee'],
          routingNumber: '021000021',
          accountHolderName: OF_OTHERS.payee,
        },
      },
      keyed(),
    ),
  );
  const euros = await addAccount(api, customer.id, 'EUR');
  const texts = {
    remittanceInformation: OF_PERSON['text of a payment'],
    description: OF_PERSON['description of a payment'],
  };
  const passkey = softAuthenticator();
  await enrollPasskey(api, customer.id, passkey);
  for (let number = 0; number < payments; number += 1) {
    await settled(api, await payOut(api, passkey, { from: usd.id, to: euros.id, amount: AMOUNT }, texts));
  }
  const reference = usd.fundingPaymentInstructions[0]!.accountOrWalletInfo.reference!;
  const remitter = { name: OF_OTHERS.remitter, account: '40998877900' };
  const arrived = await expecting(
    200,
    api.post<{ readonly transaction: Transaction }>(
      '/sandbox/deposits',
      { reference, currencyCode: 'USD', amount: AMOUNT, remitter },
      keyed(),
    ),
  );
  const card = await activeCard(api, customer.id, [usd.id]);
  const use = (await transactionOf(api, usd.id, await useCard(api, card.id, AMOUNT, OF_PERSON.merchant)))!;
  await expecting(202, simulate(api, card.id, 'clearing', { cardTransactionId: use.id, amount: AMOUNT }));
  const request = { ...agentRequest(customer.id), name: OF_PERSON['name of an agent'] };
  const { agent } = await expecting(201, api.post<{ readonly agent: Agent }>('/agents', request));
  return {
    ...{ customer, usd, eur, payee, agentId: agent.id, received: arrived.transaction.id },
    payOut: (request) => payOut(api, passkey, request),
  };
}
