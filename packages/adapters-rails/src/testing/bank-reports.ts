import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { err, ok } from '@corridor/core';
import { createRailStore } from '@corridor/core/internal';
import type { RailEffect, RailStore, RailTelling, TellCore } from '@corridor/core/ports';
import { fixedClock, seededRandom } from '@corridor/core/testing';
import { createSealer } from '../custody/index.js';
import type { BankFilesEntry } from '../bank-files/entry.js';
import { type AccountReports, createIncomingReports } from '../bank-files/incoming/index.js';
import type { OutgoingPayment } from '../bank-files/payment.js';
import type { OutgoingBatch, Payments } from '../bank-files/payments.js';
import type {
  AccountReport,
  AccountStatement,
  EntryDetail,
  EntryReferences,
  StatementEntry,
} from '../iso20022/messages.js';
import { digest } from './ports.js';

export const IBAN = 'DE89370400440532013000';
export const SECOND_IBAN = 'DE75512108001245126199';
export const OWN_IBAN = 'FR1420041010050500013M02606';
export const PAYER_IBAN = 'NL91ABNA0417164300';

const NO_PARTY = { name: null, account: null, isIban: false, bic: null };

const NO_REFERENCES: EntryReferences = {
  messageId: null,
  servicerReference: null,
  paymentInformationId: null,
  instructionId: null,
  endToEndId: null,
  transactionId: null,
  uetr: null,
  clearingSystemReference: null,
};

export interface DetailContent extends Partial<Omit<EntryDetail, 'references' | 'remittance' | 'debtor' | 'creditor'>> {
  readonly references?: Partial<EntryReferences>;
  readonly text?: string | null;
  readonly debtor?: { readonly name: string | null; readonly iban: string | null };
  readonly creditor?: { readonly name: string | null; readonly iban: string | null };
}

const partyOf = (party: DetailContent['debtor']) =>
  party === undefined ? NO_PARTY : { name: party.name, account: party.iban, isIban: party.iban !== null, bic: null };

export function bankDetail({ references, text, debtor, creditor, ...over }: DetailContent): EntryDetail {
  return {
    references: { ...NO_REFERENCES, ...references },
    amount: null,
    currency: over.amount === undefined || over.amount === null ? null : 'EUR',
    direction: null,
    instructed: null,
    transactionCode: null,
    debtor: partyOf(debtor),
    ultimateDebtor: NO_PARTY,
    creditor: partyOf(creditor),
    ultimateCreditor: NO_PARTY,
    remittance: {
      unstructured: text === undefined || text === null ? [] : [text],
      creditorReferences: [],
      additional: [],
    },
    returned: null,
    charges: [],
    purpose: null,
    additionalInformation: null,
    ...over,
  };
}

export const SEPA_CREDIT = { domain: 'PMNT', family: 'RCDT', subFamily: 'ESCT', proprietary: null } as const;
export const SEPA_DEBIT = { domain: 'PMNT', family: 'ICDT', subFamily: 'ESCT', proprietary: null } as const;
export const SEPA_RETURN = { domain: 'PMNT', family: 'RCDT', subFamily: 'RRTN', proprietary: null } as const;

export const bankEntry = (over: Partial<StatementEntry> & Pick<StatementEntry, 'amount'>): StatementEntry => ({
  reference: null,
  currency: 'EUR',
  direction: 'IN',
  isReversal: false,
  status: 'BOOK',
  bookingDate: '2026-01-05',
  valueDate: null,
  servicerReference: null,
  transactionCode: over.direction === 'OUT' ? SEPA_DEBIT : SEPA_CREDIT,
  batches: [],
  details: [],
  charges: [],
  additionalInformation: null,
  ...over,
});

let reports = 0;

export const bankStatement = (over: Partial<AccountStatement>): AccountStatement => ({
  id: `report-${(reports += 1)}`,
  electronicSequence: null,
  legalSequence: null,
  page: null,
  copy: null,
  createdAt: null,
  from: null,
  to: null,
  account: { iban: IBAN, other: null, currency: 'EUR', ownerName: null },
  balances: [],
  entries: [],
  ...over,
});

export const balanceOf = (type: string, amount: bigint, date = '2026-01-05', subType: string | null = null) => ({
  type,
  subType,
  amount,
  currency: 'EUR',
  date,
});

const VERSIONS = { '052': 'camt.052.001.08', '053': 'camt.053.001.08', '054': 'camt.054.001.08' } as const;

export function bankReport(
  version: keyof typeof VERSIONS,
  ...statements: readonly Partial<AccountStatement>[]
): AccountReport {
  return {
    kind: version === '053' ? 'statement' : 'notification',
    version: VERSIONS[version],
    messageId: `message-${(reports += 1)}`,
    createdAt: '2026-01-05T18:00:00',
    statements: statements.map(bankStatement),
    refused: [],
  };
}

export const FILES_ENTRY: BankFilesEntry = {
  accounts: [
    { iban: IBAN, bic: null, name: 'Acme', address: null },
    { iban: SECOND_IBAN, bic: null, name: 'Acme', address: null },
  ],
  ownAccounts: [OWN_IBAN],
  alsoReaches: [],
  creditTransfer: 'pain.001.001.09',
  paymentRails: ['SEPA'],
  exchange: { type: 'folder', outgoing: '/out', incoming: '/in', archive: '/done' },
  ...{
    payeeVerification: { mismatched: 'wait', unchecked: 'proceed', platformMayCancel: false },
    overdueAfterBankingDays: 3,
  },
  ...{ initiatingParty: null, ultimateDebtor: null, batchBooking: true, uetr: true },
  batch: { everySeconds: 60, maxPayments: 5000, minPayments: 1, waitSeconds: 300 },
  cutOff: '16:00',
  timeZone: 'Europe/Berlin',
  release: 'automatic',
  manualAbove: null,
  maxPerFile: null,
  maxPerDay: null,
  credit: 'notification',
  returnAfterHours: 24,
  vouchers: false,
  overdueAfterBankingDays: 3,
};

export const RAIL_OF: ReadonlyMap<string, string> = new Map([
  [IBAN, 'acme-bank'],
  [SECOND_IBAN, `acme-bank.${SECOND_IBAN}`],
]);

/** A call failed before or after it took effect. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** A payment that was sent in a batch. */
export interface SentPayment {
  readonly reference: string;
  readonly amount: bigint;
  readonly endToEndId?: string;
  readonly status?: OutgoingPayment['status'];
  readonly kind?: OutgoingPayment['kind'];
}

/** A core and payments that record the messages, and that crash when the test wants it. */
export interface PlayBank {
  readonly reports: AccountReports;
  readonly store: RailStore;
  readonly clock: ReturnType<typeof fixedClock>;
  /** The first message of each id. */
  readonly told: ReadonlyMap<string, RailTelling>;
  readonly booked: ReadonlyMap<string, string>;
  readonly returned: ReadonlyMap<string, bigint>;
  /** What the payments heard of their debits and returns, in order. */
  readonly heard: readonly { readonly reference: string; readonly of: object }[];
  /** What the reader wrote to the log. */
  readonly warnings: readonly { readonly fields: object; readonly message: string }[];
  tell: TellCore;
  /** Applies the report again until no crash ends it. */
  apply(report: AccountReport): Promise<Awaited<ReturnType<AccountReports['apply']>>>;
  /** Runs the connection's own task. */
  work(): Promise<void>;
  send(paymentInformationId: string, payments: readonly SentPayment[], iban?: string): void;
  kinds(): string[];
  arrivals(): readonly (RailTelling & { readonly kind: 'arrival' })[];
  /** What the ledger has on clearing: opening, arrivals, payments, bookings. */
  clearing(): bigint;
  /** Asked at each call. After a crash, all calls fail until the report is applied again. */
  crashAt: (() => 'before' | 'after' | null) | null;
}

export function playBank(entry: Partial<BankFilesEntry> = {}): PlayBank {
  const clock = fixedClock();
  const inner = createRailStore(
    { units: createMemoryStorage().units, clock, sealer: createSealer(new Uint8Array(32)) },
    'SANDBOX',
    'acme-bank',
  );
  let isDead = false;
  const risky = async <T>(work: () => Promise<T>): Promise<T> => {
    const crash = play.crashAt?.() ?? null;
    if (isDead || crash === 'before') {
      isDead = true;
      throw new Crash('before a call');
    }
    const value = await work();
    if (crash === 'after') {
      isDead = true;
      throw new Crash('after a call');
    }
    return value;
  };
  const store: RailStore = { run: (work) => risky(() => inner.run(work)), read: (work) => inner.read(work) };
  const told = new Map<string, RailTelling>();
  const payments = new Map<string, OutgoingPayment>();
  const batches: OutgoingBatch[] = [];
  const booked = new Map<string, string>();
  const returned = new Map<string, bigint>();
  const heard: { reference: string; of: object }[] = [];
  const warnings: { fields: object; message: string }[] = [];
  const answer = (message: RailTelling): RailEffect => {
    const id = message.kind === 'arrival' ? message.paymentId : message.messageId;
    const effect = told.has(id) ? 'NONE' : 'APPLIED';
    if (effect === 'APPLIED') told.set(id, message);
    return { effect, subject: `subject of ${id}` };
  };
  const find = ({ endToEndId }: { readonly endToEndId: string | null }) =>
    [...payments.values()].find((payment) => payment.endToEndId === endToEndId) ?? null;
  const fake: Payments = {
    submit: () => Promise.reject(new Error('not here')),
    cancel: () => Promise.reject(new Error('not here')),
    get: async (reference) => payments.get(reference) ?? null,
    getMany: async (references) => references.flatMap((reference) => payments.get(reference) ?? []),
    find: async (ids) => find(ids),
    findMany: async (all) => all.map(find),
    findBatches: async ({ paymentInformationId, messageId }) =>
      batches.filter((batch) =>
        paymentInformationId === null
          ? batch.messageId === messageId
          : batch.paymentInformationId === paymentInformationId,
      ),
    booked: (reference, booking) =>
      risky(async () => {
        const before = payments.get(reference)!;
        if (before.booking === null) payments.set(reference, { ...before, status: 'DELIVERED', booking });
        booked.set(reference, before.booking?.entryId ?? booking.entryId);
        heard.push({ reference, of: booking });
        return payments.get(reference)!;
      }),
    returned: (reference, of) =>
      risky(async () => {
        returned.set(reference, of.amount);
        heard.push({ reference, of });
        return payments.get(reference)!;
      }),
  };
  const reportsOf = createIncomingReports({
    entry: { ...FILES_ENTRY, ...entry },
    railOf: RAIL_OF,
    payments: fake,
    store,
    clock,
    random: seededRandom(),
    digest,
    log: { info: () => undefined, warn: (fields, message) => void warnings.push({ fields, message }) },
  });
  const play: PlayBank = {
    reports: reportsOf,
    store,
    clock,
    told,
    booked,
    returned,
    heard,
    warnings,
    crashAt: null,
    tell: (message) =>
      risky(async () =>
        message.kind === 'arrival' && message.amount > 10n ** 15n ? err('INVALID_AMOUNT') : ok(answer(message)),
      ),
    apply: async (report) => {
      for (;;) {
        isDead = false;
        try {
          return await reportsOf.apply(report, { fileName: 'file.xml', digest: 'digest' }, (message) =>
            play.tell(message),
          );
        } catch (cause) {
          if (!(cause instanceof Crash)) throw cause;
        }
      }
    },
    work: async () => {
      await reportsOf.tasks[0]!.run(
        (message) => play.tell(message),
        async () => new Set(),
      );
    },
    send: (paymentInformationId, sent, iban = IBAN) => {
      const messageId = `file of ${paymentInformationId}`;
      for (const { reference, amount, endToEndId = reference, status = 'FILED', kind = 'payout' } of sent) {
        payments.set(reference, {
          reference,
          kind,
          status,
          rail: RAIL_OF.get(iban)!,
          iban,
          scheme: 'SEPA',
          amount,
          endToEndId,
          instructionId: endToEndId,
          uetr: reference,
          purposeCode: null,
          creditor: { name: 'Grace Hopper', iban: PAYER_IBAN, bic: null, address: null },
          remittanceText: null,
          messageId,
          paymentInformationId,
          bankStatus: null,
          question: null,
          booking: null,
          rejection: null,
          returned: null,
        });
      }
      const references = sent.map(({ reference }) => reference);
      const total = sent.reduce((sum, { amount }) => sum + amount, 0n);
      batches.push({
        paymentInformationId,
        messageId,
        iban,
        executionDate: '2026-01-05',
        scheme: 'SEPA',
        total,
        references,
      });
    },
    kinds: () => [...told.values()].map((telling) => (telling.kind === 'booking' ? telling.booking : telling.kind)),
    arrivals: () => [...told.values()].filter((telling) => telling.kind === 'arrival'),
    clearing: () => {
      let sum = 0n;
      for (const message of told.values()) {
        if (message.kind === 'arrival') sum += message.amount;
        if (message.kind === 'reversal') sum -= message.amount;
        if (message.kind === 'booking') {
          sum += message.booking === 'TOP_UP' || message.booking === 'INTEREST' ? message.amount : -message.amount;
        }
      }
      for (const reference of booked.keys()) sum -= payments.get(reference)!.amount;
      for (const amount of returned.values()) sum += amount;
      return sum;
    },
  };
  return play;
}
