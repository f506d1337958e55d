import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { type Instant, instant, ok, type Result } from '@corridor/core';
import { createRailStore } from '@corridor/core/internal';
import { fixedClock, seededRandom } from '@corridor/core/testing';
import type {
  HeldPayments,
  RailEffect,
  RailLog,
  RailStore,
  RailTelling,
  RailVouchers,
  TellCore,
} from '@corridor/core/ports';
import { parseEntry } from '../bank-files/entry.js';
import {
  type Exchange,
  type ExchangeSession,
  ExchangeUnavailable,
  type IncomingFile,
} from '../bank-files/exchange/exchange.js';
import { keptFiles } from '../bank-files/vouchers.js';
import { createOutgoingPayments } from '../bank-files/payment-store.js';
import type { NewPayment } from '../bank-files/payments.js';
import { createSealer } from '../custody/sealer.js';
import { loadBankMessages, type ReadFile } from '../iso20022/index.js';
import { digest } from './ports.js';

export const IBAN = 'DE89370400440532013000';
export const OTHER_IBAN = 'DE75512108001245126199';
export const PAYEE = 'FR1420041010050500013M02606';

/** The configuration of the manual, as the connections file has it. */
export const ENTRY = {
  accounts: [{ iban: IBAN, bic: 'COBADEFFXXX', name: 'Acme Payments GmbH', currency: 'EUR' }],
  ownAccounts: [],
  creditTransfer: 'pain.001.001.09',
  paymentRails: ['SEPA', 'SEPA_INSTANT'],
  exchange: { type: 'folder', outgoing: '/bank/out', incoming: '/bank/in', archive: '/bank/done' },
  batch: { everySeconds: 60, maxPayments: 5000, minPayments: 1, waitSeconds: 300 },
  cutOff: '16:00',
  timeZone: 'Europe/Berlin',
  release: 'automatic',
  credit: 'notification',
  returnAfterHours: 24,
};

/** A Monday before the cut-off. */
export const MONDAY = instant(Date.parse('2026-11-23T09:00:00Z'));

/** Fails at a chosen call, before or after the call has had its effect. */
export interface Faults {
  /** Fails the call with this number, counted from 0; null for none. */
  at: number | null;
  when: 'before' | 'after';
  calls: number;
  pass<T>(work: () => Promise<T>): Promise<T>;
}

export class Crash extends Error {}

export function faults(): Faults {
  const state: Faults = {
    at: null,
    when: 'before',
    calls: 0,
    pass: async (work) => {
      const isNow = state.calls === state.at;
      state.calls += 1;
      if (isNow && state.when === 'before') throw new Crash();
      const result = await work();
      if (isNow) throw new Crash();
      return result;
    },
  };
  return state;
}

/** A folder of the bank in memory. */
export interface MemoryExchange extends Exchange {
  /** Files that have their final name, in the order in which they got it. The bank takes them at once. */
  readonly published: { readonly name: string; readonly content: Uint8Array }[];
  readonly temporary: Map<string, Uint8Array>;
  /** What each session does. */
  readonly session: { -readonly [Name in keyof ExchangeSession]: ExchangeSession[Name] };
  readonly incoming: Map<string, { content: Uint8Array; modifiedAt: Instant }>;
  readonly processed: string[];
  /** The texts beside files that were set aside. */
  readonly setAside: Map<string, string>;
  /** The contents of files that were moved away, by how and under which name. */
  readonly archived: Map<string, Uint8Array>;
  /** Names of incoming files that the host has no right to read. */
  readonly unreadable: Set<string>;
  isDown: boolean;
}

export function memoryExchange(fault: Faults = faults()): MemoryExchange {
  const published: { readonly name: string; readonly content: Uint8Array }[] = [];
  const temporary = new Map<string, Uint8Array>();
  const incoming = new Map<string, { content: Uint8Array; modifiedAt: Instant }>();
  const processed: string[] = [];
  const setAside = new Map<string, string>();
  const archived = new Map<string, Uint8Array>();
  const unreadable = new Set<string>();
  const session: ExchangeSession = {
    check: async () => [],
    owner: async (id) => id,
    list: () =>
      fault.pass(async () =>
        [...incoming].map(([name, { content, modifiedAt }]): IncomingFile => ({
          name,
          size: content.length,
          modifiedAt,
        })),
      ),
    read: (name, maxBytes) =>
      fault.pass(async () => {
        const content = incoming.get(name)?.content;
        if (content === undefined) return 'gone';
        if (unreadable.has(name)) throw new ExchangeUnavailable('EACCES');
        return content.length > maxBytes ? 'too-large' : content;
      }),
    archive: (name, as) =>
      fault.pass(async () => {
        const file = incoming.get(name);
        if (file === undefined) return name;
        incoming.delete(name);
        archived.set(`${as}/${name}`, file.content);
        if (as === 'processed') processed.push(name);
        else setAside.set(name, '');
        return name;
      }),
    freeNumber: async () => 1,
    readArchived: (name, as, maxBytes) =>
      fault.pass(async () => {
        const content = archived.get(`${as}/${name}`);
        return content === undefined ? 'gone' : content.length > maxBytes ? 'too-large' : content;
      }),
    putBack: (name, as, to) =>
      fault.pass(async () => {
        incoming.set(to, { content: archived.get(`${as}/${name}`)!, modifiedAt: instant(1) });
        archived.delete(`${as}/${name}`);
        if (as === 'processed') processed.splice(processed.lastIndexOf(name), 1);
        else setAside.delete(name);
      }),
    processed: () =>
      fault.pass(async () =>
        [...archived.keys()].filter((path) => path.startsWith('processed/')).map((path) => path.slice(10)),
      ),
    removeArchived: (name) => fault.pass(async () => void archived.delete(`processed/${name}`)),
    isSetAside: async (name) => setAside.has(name),
    explain: async (name, text) => {
      setAside.set(name, text);
    },
    upload: (temporaryName, content) =>
      fault.pass(async () => {
        // A crash in the middle leaves a part of the file.
        temporary.set(temporaryName, content.slice(0, content.length / 2));
        await fault.pass(async () => {});
        temporary.set(temporaryName, content);
      }),
    isUploaded: (temporaryName, content) =>
      fault.pass(async () => Buffer.compare(temporary.get(temporaryName) ?? new Uint8Array(), content) === 0),
    publish: (temporaryName, finalName) =>
      fault.pass(async () => {
        const content = temporary.get(temporaryName);
        if (content === undefined) return 'gone';
        temporary.delete(temporaryName);
        if (finalName.startsWith('.')) temporary.set(finalName, content);
        else published.push({ name: finalName, content });
        return 'published';
      }),
    isOutgoing: async (name) => temporary.has(name),
    discard: (temporaryName) =>
      fault.pass(async () => {
        temporary.delete(temporaryName);
      }),
  };
  const exchange: MemoryExchange = {
    ...{ session, published, temporary, incoming, processed, setAside, archived, unreadable },
    isDown: false,
    use: (work) => {
      if (exchange.isDown) throw new ExchangeUnavailable('the other side is down');
      return work(session);
    },
  };
  return exchange;
}

/** A store whose units fail as the faults say. */
export const faultyStore = (store: RailStore, fault: Faults): RailStore => ({
  run: (work) => fault.pass(() => store.run(work)),
  read: (work) => store.read(work),
});

/** What a connection tells core, by the ids of the messages. */
export function listeningCore() {
  const told = new Map<string, RailTelling>();
  const tell: TellCore = async (message): Promise<Result<RailEffect>> => {
    const id = message.kind === 'arrival' ? message.paymentId : message.messageId;
    const effect = told.has(id) ? 'NONE' : 'APPLIED';
    told.set(id, message);
    return ok({ effect, subject: null });
  };
  return { told, tell };
}

/** A log that keeps what is written to it, as level, fields and message. */
export function keptLog() {
  const logged: [level: 'info' | 'warn', fields: object, message: string][] = [];
  const log: RailLog = {
    info: (fields, message) => void logged.push(['info', fields, message]),
    warn: (fields, message) => void logged.push(['warn', fields, message]),
  };
  return { log, logged };
}

/** The exchange with other functions in its sessions. */
export const exchangeWith = (
  exchange: Exchange,
  over: (session: ExchangeSession) => Partial<ExchangeSession>,
): Exchange => ({
  use: (work) => exchange.use((session) => work({ ...session, ...over(session) })),
});

/** The parts of a connection over a database in memory. */
export function bankParts(over: Readonly<Record<string, unknown>> = {}, vouchers: RailVouchers | null = null) {
  const entry = parseEntry({ ...ENTRY, ...over });
  const clock = fixedClock(MONDAY);
  const random = seededRandom('bank files');
  const { units } = createMemoryStorage();
  const whole = createRailStore({ units, clock, sealer: createSealer(new Uint8Array(32)) }, 'PRODUCTION', 'acme-bank');
  const fault = faults();
  const store = faultyStore(whole, fault);
  const exchange = memoryExchange(fault);
  const { log, logged } = keptLog();
  const { platformMayCancel } = entry.payeeVerification;
  const payments = createOutgoingPayments({ store, random, log, platformMayCancel });
  const messages = once(loadBankMessages);
  const readFile: ReadFile = async (bytes, options) => (await messages()).readBankFile(bytes, options);
  const stopped = new Set<string>();
  /** The references of `stopped` are held. */
  const held: HeldPayments = async (references) => new Set(references.filter((reference) => stopped.has(reference)));
  const kept = keptFiles({ store, clock, digest, log, vouchers, timeZone: entry.timeZone });
  const sending = { entry, store, clock, random, digest, log, exchange, messages, readFile, held, kept };
  return {
    entry,
    clock,
    random,
    store,
    whole,
    fault,
    exchange,
    payments,
    messages,
    sending,
    stopped,
    log,
    logged,
    ...listeningCore(),
  };
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => (loaded ??= load());
}

let serial = 0;

/** A payment with a reference of its own. */
export const newPayment = (over: Partial<NewPayment> = {}): NewPayment => ({
  reference: `Transaction:0199c0de-0000-7000-8000-${String((serial += 1)).padStart(12, '0')}`,
  kind: 'payout',
  rail: 'acme-bank',
  iban: IBAN,
  scheme: 'SEPA',
  amount: 12_345n,
  purposeCode: null,
  creditor: { name: 'Grace Höpper', iban: PAYEE, bic: null, address: null },
  remittanceText: 'Invoice 42',
  ...over,
});
