import { realpathSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { err, ok } from '@corridor/core';
import {
  type CreateConnection,
  type RailAction,
  type RailCondition,
  RailEntryError,
  type Random,
  type RailStore,
  type RailVouchers,
  type ConnectionContext,
} from '@corridor/core/ports';
import { loadBankMessages, type ReadFile } from '../iso20022/index.js';
import { accountRail } from './account-rail.js';
import { type BankFilesEntry, parseEntry } from './entry.js';
import { type Exchange, ExchangeUnavailable } from './exchange/exchange.js';
import { lastExchange } from './exchange-times.js';
import { folderExchange } from './exchange/folder.js';
import { sftpExchange } from './exchange/sftp.js';
import type { CreateIncomingReports, IncomingReports } from './incoming-port.js';
import { inTurns } from './in-turns.js';
import { operatorActions, type OperatorActions } from './operator-actions.js';
import { ownerId, ownerProblem } from './owner.js';
import { type PayeeDecisions, payeeDecisions, tellCancelled } from './payee-decisions.js';
import { createOutgoingPayments } from './payment-store.js';
import { tracesOf } from './payment-traces.js';
import { FILES, PAYMENTS } from './payment-records.js';
import { prepareFiles } from './prepare-files.js';
import { openProblems } from './problems.js';
import { receiveFiles } from './receive-files.js';
import { countSetAside, listSetAside } from './received-files.js';
import { sendFiles } from './send-files.js';
import { applyStatusReport } from './status-reports.js';
import { askAboutUnanswered } from './unanswered.js';
import { noteUndebited } from './undebited.js';
import { dismissVanished } from './vanished-files.js';
import { keptFiles } from './vouchers.js';
import { stored } from '../connections/stored.js';

/**
 * A bank that takes and gives files: SEPA credit transfers out, reports about accounts in. Each account is a rail. See
 * docs/rails/bank-files-reference.md.
 */
export const createBankFiles =
  (createIncomingReports: CreateIncomingReports, readFile: ReadFile): CreateConnection =>
  (members, context) => {
    const entry = parseEntry(members);
    const { name, environment, clock, random, digest, log } = context;
    const turns = inTurns();
    const store = turns.store(context.store);
    const exchange = exchangeOf(entry, context);
    const messages = once(loadBankMessages);
    const verification = entry.payeeVerification;
    const { platformMayCancel } = verification;
    const payments = createOutgoingPayments({ store, random, log, platformMayCancel });
    const railOf = new Map(
      entry.accounts.map(({ iban }, index) => [iban, index === 0 ? name : `${name}.${iban}`] as const),
    );
    const ready = once(() => checkAccounts(store, railOf));
    const upgraded = once(() => noteUndebited(store));
    const reports = createIncomingReports({ entry, railOf, payments, store, clock, random, digest, log });
    const statusReports = applyStatusReport({ store, payments, log, verification });
    const { timeZone } = entry;
    const kept = keptFiles({ store, clock, digest, log, vouchers: vouchersOf(entry, context), timeZone });
    const sending = { entry, store, clock, random, digest, log, exchange, messages, kept };
    const receiving = { kept, store, clock, random, digest, log, exchange, readFile, statusReports, reports };
    const operators = operatorActions({ store, exchange, isManual: entry.release === 'manual' });
    const { everySeconds } = entry.batch;

    return {
      name,
      environment,
      claims: claimsOf(entry),
      rails: entry.accounts.map((account) =>
        accountRail({ name: railOf.get(account.iban)!, environment, entry, account, payments, messages, ready }),
      ),
      tasks: turns.tasks([
        {
          name: 'send',
          run: async (_tell, held) => {
            await ready();
            const gated = { ...sending, held };
            // Payments wait, and can be cancelled, as long as the other side does not answer.
            await sendFiles(gated);
            await prepareFiles(gated);
            await sendFiles(gated);
            return everySeconds;
          },
        },
        {
          name: 'receive',
          run: async (tell) => {
            await ready();
            await upgraded();
            await tellCancelled(store, tell, log);
            const isWaiting = await receiveFiles(receiving, tell);
            return isWaiting ? SECOND_LOOK_SECONDS : Math.min(everySeconds, MOST_SECONDS_BETWEEN_LOOKS);
          },
        },
        {
          name: 'unanswered',
          run: async (tell) => {
            await ready();
            await askAboutUnanswered({ entry, store, clock, log }, tell);
            return SECONDS_BETWEEN_QUESTIONS;
          },
        },
        ...reports.tasks,
      ]),
      callback: null,
      async check() {
        return conditionOf({ store, random, exchange, reports, ready });
      },
      releases: operators.releases,
      actions: [...actionsOf(operators, payeeDecisions(store)), dismissFile({ store, digest })],
      statements: reports.statements,
      traces: (reference) => store.read((records) => tracesOf(records, reference)),
    };
  };

const SECOND_LOOK_SECONDS = 2;
const MOST_SECONDS_BETWEEN_LOOKS = 30;
const SECONDS_BETWEEN_QUESTIONS = 3600;

function vouchersOf(entry: BankFilesEntry, { vouchers }: ConnectionContext): RailVouchers | null {
  if (!entry.vouchers) return null;
  if (vouchers === undefined)
    throw new RailEntryError('vouchers', 'is true, but this host keeps no files; set it to false');
  return vouchers;
}

function exchangeOf({ exchange }: BankFilesEntry, { secretOf }: ConnectionContext): Exchange {
  refuseSharedFolders(exchange);
  if (exchange.type === 'folder') return folderExchange(exchange);
  const { privateKey, passphrase } = exchange;
  return sftpExchange({
    ...exchange,
    privateKey: secretOf('exchange.privateKey', privateKey),
    passphrase: passphrase === null ? null : secretOf('exchange.passphrase', passphrase),
  });
}

function claimsOf({ accounts, exchange }: BankFilesEntry): readonly string[] {
  return [
    ...accounts.map(({ iban }) => `IBAN ${iban}`),
    ...foldersOf(exchange).map(([, folder]) => `folder ${folder}`),
  ];
}

/** The folders by member, each spelled in one way, so that two entries for one folder are noticed. */
function foldersOf(exchange: BankFilesEntry['exchange']): readonly (readonly [string, string])[] {
  const { outgoing, incoming, archive } = exchange;
  const given = Object.entries({ outgoing, incoming, ...(archive !== null && { archive }) });
  if (exchange.type === 'folder') return given.map(([member, folder]) => [member, realFolder(folder)]);
  const { host, port, user } = exchange;
  const server = `${user}@${host.toLowerCase()}:${port}`;
  return given.map(([member, folder]) => [member, `${server}${posix.normalize(folder).replace(/(?<=.)\/$/, '')}`]);
}

/** The folder without symbolic links. One that does not exist, which `check` reports, is taken as it is written. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}

/** The host would take its own files for those of the bank. */
function refuseSharedFolders(exchange: BankFilesEntry['exchange']): void {
  const seen = new Set<string>();
  for (const [member, folder] of foldersOf(exchange)) {
    if (seen.has(folder)) throw new RailEntryError(`exchange.${member}`, 'is another folder of the exchange');
    seen.add(folder);
  }
}

/** Calls the function once; a failure is tried again with the next call. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    loaded ??= load().catch((cause: unknown) => {
      loaded = null;
      throw cause;
    });
    return loaded;
  };
}

const ACCOUNTS = 'accounts';

/**
 * Postings of a rail belong to one account, so a rail keeps its account. Throws if the configuration gives it another.
 */
async function checkAccounts(store: RailStore, railOf: ReadonlyMap<string, string>): Promise<void> {
  const checked = await store.run(async (records) => {
    for (const [iban, rail] of railOf) {
      const known = await records.get(ACCOUNTS, rail);
      if (known === null) records.add({ collection: ACCOUNTS, key: rail, value: iban }, { unlessExists: true });
      else if (known.value !== iban) {
        return err(
          'CONFLICT',
          `the rail ${rail} belongs to another account than ${iban}; list the accounts in their first order, and new accounts after them`,
        );
      }
    }
    return ok();
  });
  stored(checked);
}

interface ConditionPorts {
  readonly store: RailStore;
  readonly random: Random;
  readonly exchange: Exchange;
  readonly reports: IncomingReports;
  readonly ready: () => Promise<void>;
}

const MOST_SHOWN = 20;

async function conditionOf({ store, random, exchange, reports, ready }: ConditionPorts): Promise<RailCondition> {
  const account = await problemOf(ready);
  const reached = await reach(exchange, await ownerId({ store, random }));
  const own = await store.read(async (records) => {
    const setAside = await listSetAside(records, MOST_SHOWN);
    const held = await records.count(PAYMENTS, 'HELD');
    const unreleased = await records.count(PAYMENTS, 'UNRELEASED');
    const blocked = await records.count(PAYMENTS, 'BLOCKED');
    return {
      lastExchangeAt: await lastExchange(records),
      backlog: {
        'payments waiting for a file': await records.count(PAYMENTS, 'WAITING'),
        'payments at the bank': await records.count(PAYMENTS, 'FILED'),
        'payments that the bank has not released': unreleased,
        'payments blocked by the bank': blocked,
        'payments held': held,
        'files waiting for a release': await records.count(FILES, 'WAITING_RELEASE'),
        'files prepared': (await records.count(FILES, 'PREPARED')) + (await records.count(FILES, 'UPLOADED')),
        'files without a report': await records.count(FILES, 'SENT'),
        'files set aside': await countSetAside(records),
      },
      problems: [
        ...(held === 0
          ? []
          : [
              `${held} payments are held, because the bank refused them for a reason of our account, or their file was cancelled`,
            ]),
        ...(unreleased === 0
          ? []
          : [`${unreleased} payments wait for a release at the bank, because it could not confirm the payee`]),
        ...(blocked === 0 ? [] : [`${blocked} payments are blocked by the bank, neither paid out nor refunded`]),
        ...setAside.map(({ file }) => `the file ${file.name} was set aside: ${file.reason}`),
        ...(await openProblems(records, MOST_SHOWN)),
      ],
    };
  });
  const incoming = await reports.condition();
  return {
    isReachable: reached.isReachable,
    lastExchangeAt: own.lastExchangeAt,
    backlog: { ...own.backlog, ...incoming.backlog },
    problems: [...account, ...reached.problems, ...own.problems, ...incoming.problems],
  };
}

async function problemOf(work: () => Promise<void>): Promise<readonly string[]> {
  try {
    await work();
    return [];
  } catch (cause) {
    return [cause instanceof Error ? cause.message : String(cause)];
  }
}

/** Shorter than the time that a host waits for a check, so that a silent side keeps nothing else from being shown. */
const REACHED_WITHIN_MS = 8000;

async function reach(exchange: Exchange, id: string): Promise<Pick<RailCondition, 'isReachable' | 'problems'>> {
  const late = new AbortController();
  const silent = pause(REACHED_WITHIN_MS, undefined, { signal: late.signal }).then((): never => {
    throw new ExchangeUnavailable(`the other side has not answered within ${REACHED_WITHIN_MS / 1000} seconds`);
  });
  silent.catch(() => {});
  const asked = exchange.use(async (session) => {
    const problems = await session.check();
    const owner = problems.length === 0 ? await ownerProblem(session, id) : null;
    return owner === null ? problems : [owner];
  });
  try {
    const problems = await Promise.race([asked, silent]);
    return { isReachable: problems.length === 0, problems };
  } catch (cause) {
    if (!(cause instanceof ExchangeUnavailable)) throw cause;
    return { isReachable: false, problems: [cause.message] };
  } finally {
    late.abort();
  }
}

const dismissFile = (ports: Parameters<typeof dismissVanished>[0]): RailAction => ({
  name: 'dismiss-file',
  subject: 'name of a file',
  description: 'ends the problem of a file that is gone before it was read',
  run: (subject) => dismissVanished(ports, subject),
});

const actionsOf = (
  { show, resend, discard, requeue }: OperatorActions,
  decisions: PayeeDecisions,
): readonly RailAction[] => [
  {
    name: 'show',
    subject: 'MsgId of a file, or reference of a payment',
    description: 'shows its state and what the bank reports',
    run: (subject) => show(subject),
  },
  {
    name: 'resend',
    subject: 'MsgId of a file',
    description: 'sends a file again that the bank has not received',
    run: resend,
  },
  {
    name: 'discard',
    subject: 'MsgId of a file',
    description: 'takes a file back before it is sent; its payments wait for a new file',
    run: (subject) => discard(subject),
  },
  {
    name: 'requeue',
    subject: 'reference of a payment, or MsgId of a file',
    description: 'puts payments that the bank refused for a reason of our account into a new file',
    run: (subject) => requeue(subject),
  },
  {
    name: 'release-payment',
    subject: 'reference of a payment, or MsgId of a file',
    description: 'records that payments whose payee the bank could not confirm were released at the bank',
    run: (subject, by) => decisions.release(subject, by),
  },
  {
    name: 'cancel-payment',
    subject: 'reference of a payment, or MsgId of a file',
    description:
      'fails payments whose payee the bank could not confirm, after they were cancelled at the bank, or which it refused without a debit',
    run: (subject, by) => decisions.cancel(subject, by),
  },
];
