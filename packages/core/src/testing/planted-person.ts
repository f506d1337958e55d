import {
  type AnyKind,
  type BaseRecord,
  instant,
  type KindOf,
  newRecord,
  ok,
  sealedPlace,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { EXPORTED_PLACES } from '../personal-data/places.js';
import { reversingSealer } from './ports.js';

const idOf = (type: string, nr: number): string => `${type}:018bcfe5-6800-7000-8000-${String(nr).padStart(12, '0')}`;

export const PERSON = idOf('Customer', 1);
export const ACCOUNT = idOf('InternalAccount', 2);
const PAYEE = idOf('ExternalAccount', 3);
const PAYMENT = idOf('Transaction', 4);
const QUOTE = idOf('Quote', 5);
const CARD = idOf('Card', 6);
const DEPOSIT = idOf('Deposit', 7);
const EXCEPTION = idOf('Exception', 8);
const CASE = idOf('ScreeningCase', 12);
export const DOCUMENT = idOf('Document', 9);
const BLOB = 'blob-of-the-person';

/** A text that is in one column of one record, and nowhere else. */
export const canary = (kind: Pick<AnyKind, 'name'>, column: string): string => `canary-${kind.name}-${column}-end`;

const said = (text: string): string => `canary-${text}-end`;

/** What ties a planted record to the person, and columns whose values need a form of their own. */
const TIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  customers: { id: PERSON },
  beneficial_owners: { customerId: PERSON },
  documents: { id: DOCUMENT, customerId: PERSON, blobKey: BLOB, contentType: 'application/pdf' },
  verifications: {
    customerId: PERSON,
    errors: [
      { type: 'MISSING_FIELD', reason: said('missing field') },
      { type: 'APPLICANT_SANCTIONED', reason: said('sanctions') },
    ],
  },
  internal_accounts: { id: ACCOUNT, customerId: PERSON, owner: PERSON, type: 'EMBEDDED_WALLET', currency: 'USD' },
  balances: { id: ACCOUNT },
  external_accounts: {
    id: PAYEE,
    customerId: PERSON,
    owner: PERSON,
    ownershipType: 'THIRD_PARTY',
    accountInfo: {
      accountType: 'US_ACCOUNT',
      accountNumber: '99887766554433',
      routingNumber: '021000021',
      beneficiary: { fullName: 'Payee Known', birthDate: said('birth date of a payee') },
    },
  },
  quotes: {
    id: QUOTE,
    customerId: PERSON,
    sca: {
      factor: 'TOTP',
      challenge: { id: said('challenge') },
      authorized: { factor: 'TOTP', at: 1_700_000_000_000, endUserIpAddress: said('address of an authorization') },
    },
  },
  transactions: {
    id: PAYMENT,
    customerId: PERSON,
    type: 'CARD',
    failureReason: 'COMPLIANCE_REJECTED',
    card: { merchant: { descriptor: said('merchant') }, released: said('released hold') },
  },
  arrivals: { transactionId: PAYMENT },
  deposits: { id: DEPOSIT, reference: 'canary-internal_accounts-reference-end' },
  lookups: { customerId: PERSON },
  uma_receipts: { accountId: ACCOUNT },
  travel_rule_transfers: { customerId: PERSON, subject: PAYMENT },
  stablecoin_operations: { owner: PERSON },
  agents: { customerId: PERSON },
  agent_actions: { customerId: PERSON },
  cards: { id: CARD, cardholderId: PERSON },
  card_refunds: { transactionId: PAYMENT },
  card_disputes: { transactionId: PAYMENT, customerId: PERSON, status: 'LOST', received: 0n, provisional: 0n },
  card_log: { cardId: CARD },
  wallet_credentials: { accountId: ACCOUNT },
  wallet_sessions: { accountId: ACCOUNT },
  delegated_keys: { accountId: ACCOUNT },
  sca_enrollments: { customerId: PERSON },
  sca_guards: { id: PERSON },
  sca_resets: { customerId: PERSON },
  invitations: { inviterId: PERSON },
  events: { resource: PERSON, type: 'CUSTOMER.KYC_APPROVED' },
  exceptions: { id: EXCEPTION, subject: PAYMENT },
  blocks: { subject: PERSON },
  legal_holds: { customerId: PERSON },
  screenings: { subject: PAYMENT },
  screening_matches: { party: PERSON },
  screened_parties: { customerId: PERSON },
  screening_cases: { id: CASE },
  screening_case_links: { caseId: CASE, customerId: PERSON },
  notes: { subject: EXCEPTION },
  assignments: { subject: PAYMENT },
  operator_log: { subject: PAYEE },
  rail_messages: { subject: PAYMENT },
  rail_steps: { subject: DEPOSIT },
  failed_attempts: { subject: PAYMENT },
};

/** What else is planted: texts that only one of the exports, or none, may have. */
export const PLANTED = {
  both: [
    said('missing field'),
    said('address of an authorization'),
    said('snapshot'),
    said('merchant'),
    said('content of a document'),
    'Payee Known (…4433)',
    'Sender Known',
  ],
  authority: [
    said('sanctions'),
    said('released hold'),
    said('birth date of a payee'),
    said('hidden in a snapshot'),
    said('event of a block'),
    said('event of an exception'),
    'COMPLIANCE_REJECTED',
    'Party Known',
    'Match Known',
    '99887766554433',
    '11223344556677',
  ],
  none: [said('challenge'), said('other person')],
} as const;

export const CONTENT = new TextEncoder().encode(said('content of a document'));
export const BLOB_KEY = BLOB;

type Planted = BaseRecord & Readonly<Record<string, unknown>>;

/** Sealed columns with JSON, whose texts the export shows in parts. */
const SEALED_JSON: Readonly<Record<string, unknown>> = {
  sealedRemitter: { name: 'Sender Known', account: '11223344556677' },
  sealedQuestion: { reference: 'r', occasion: 'PAYEE', parties: [{ name: 'Party Known' }], payment: null },
  sealedDetails: { name: 'Match Known', score: 90, reason: 'same name' },
};

/** Whether the column of a planted record has a canary. */
export function hasCanary(kind: AnyKind, column: string): boolean {
  const type = kind.columns[column];
  if (column in (TIES[kind.name] ?? {}) || column === 'snapshot' || column in SEALED_JSON) return false;
  return type?.startsWith('text') === true || type?.startsWith('json') === true;
}

function valueOf(kind: AnyKind, id: string, column: string): unknown {
  const text = canary(kind, column);
  if (column in SEALED_JSON) return sealed(kind, id, column, JSON.stringify(SEALED_JSON[column]));
  if (kind.sealed.includes(column)) return sealed(kind, id, column, text);
  const type = kind.columns[column]!.replace('?', '');
  const values: Readonly<Record<string, unknown>> = {
    text,
    json: { text },
    amount: 7n,
    int: 7,
    instant: instant(7),
    flag: false,
  };
  return values[type];
}

const sealed = (kind: AnyKind, id: string, column: string, text: string): string =>
  reversingSealer.seal(text, sealedPlace(kind, id, column));

/** A record of a kind with a canary in each column, tied to the person. */
function planted(kind: AnyKind, tenant: TenantKey, nr: number, over: object = {}): Planted {
  const ties = TIES[kind.name] ?? {};
  const id = (ties['id'] as string | undefined) ?? idOf(kind.name, nr);
  const base = newRecord(id, { tenant, now: instant(1_700_000_000_000) });
  const columns = Object.keys(kind.columns).filter((column) => !(column in base));
  const values = Object.fromEntries(columns.map((column) => [column, valueOf(kind, id, column)]));
  return { ...values, ...ties, ...base, ...over } as Planted;
}

/** Plants a person with a record in each place that an export reads, and a second person of the same platform. */
export async function plantPerson(units: UnitOfWork, tenant: TenantKey): Promise<void> {
  const done = await units.run(tenant, async (tx) => {
    const add = (kind: AnyKind, record: Planted) => tx.add(kind as unknown as KindOf<Planted>, record);
    for (const [at, { kind }] of EXPORTED_PLACES.entries()) {
      const snapshot = { fullName: said('snapshot'), blockedAs: said('hidden in a snapshot') };
      add(kind, planted(kind, tenant, 100 + at, kind.name === 'events' ? { snapshot } : {}));
      const events = EXPORTED_PLACES.find((place) => place.kind.name === 'events')!.kind;
      if (kind.name !== 'events') continue;
      const about = (id: number, type: string, resource: string, text: string) =>
        add(events, planted(events, tenant, id, { type, resource, snapshot: { fullName: text, reason: text } }));
      about(201, 'CUSTOMER.BLOCKED', PERSON, said('event of a block'));
      about(202, 'EXCEPTION.OPENED', EXCEPTION, said('event of an exception'));
    }
    const { kind } = EXPORTED_PLACES[0]!;
    const other = { id: idOf('Customer', 300), fullName: said('other person') };
    const texts = { platformCustomerId: 'other', umaAddress: '$other@localhost' };
    add(kind, planted(kind, tenant, 300, { ...other, ...texts }));
    return ok();
  });
  if (!done.ok) throw new Error(done.error.message);
}
