import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { createApi, expecting } from '../../support/api.js';
import { asOperator } from '../../support/as-operator.js';
import { type Bank, createBank } from '../../support/bank/bank.js';
import { germanIban } from '../../support/bank/iban.js';
import { chanceOf } from '../../support/chance.js';
import { eventually } from '../../support/eventually.js';
import type { CommandResult } from '../../support/as-operator.js';
import { approvedCustomer, productionPlatform } from '../../support/production.js';
import { accountOf, addAccount, createCustomer, fundedAccount } from '../../support/scenario.js';
import type { ExternalAccount } from '../../support/wire.js';
import { startGenerator } from '../load/generator.js';
import type { Payer } from '../load/task.js';
import { interleave, type Side } from '../rounds.js';
import type { Row } from '../row.js';
import { type Scope, withScope } from '../scratch.js';
import { CLI, CREDENTIAL, type Host, hostEnvironment, type HostOptions, startHost } from '../service/host.js';
import { databaseAt, SQLITE_CLIENTS as CLIENTS } from '../service/on-sqlite.js';
import type { ServiceDatabase } from '../service/service.js';

/** Initial balance in cents: more than a bench can spend. */
const FUNDS = 1e11;
const POLL_MS = 50;
const ACCOUNT = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', name: 'Acme Payments GmbH' };
const COUNT = `select
  (select count(*) from transactions where status = 'COMPLETED') as completed,
  (select count(*) from transactions where status = 'FAILED') as failed,
  (select count(*) from exceptions) as exceptions`;

interface Connected {
  readonly host: Host;
  readonly database: ServiceDatabase;
  readonly payer: Payer;
  /** Waits until service and bank agree on this many more transfers. `ended`: the service has completed them. */
  readonly reconciled: (transfers: number, ended: () => Promise<boolean>) => Promise<void>;
}

/** Transfers out from the first request until the last one is reconciled, per second. */
function transfers(scope: Scope, { host, database, payer, reconciled }: Connected): Side {
  const generator = scope.use(startGenerator());
  const count = async (): Promise<number> => {
    const [row] = await database.query(COUNT);
    if (Number(row!['failed']) + Number(row!['exceptions']) > 0)
      throw new Error(`transfers failed: ${JSON.stringify(row)}`);
    return Number(row!['completed']);
  };
  return async (seconds) => {
    const before = await count();
    const begun = performance.now();
    const task = { kind: 'transfers', port: host.port, base: host.base, clients: CLIENTS, payers: [payer] } as const;
    const load = await generator.ask({ ...task, seconds });
    await reconciled(load.count, async () => (await count()) - before === load.count);
    return load.count / ((performance.now() - begun) / 1000);
  };
}

async function onSandbox(scope: Scope): Promise<Connected> {
  const dataDirectory = await scope.folder();
  const host = scope.use(await startHost({ dataDirectory, workers: true }));
  const api = createApi(() => host.baseUrl, CREDENTIAL);
  const { id } = await createCustomer(api, { currencies: ['EUR'] });
  const source = await fundedAccount(api, id, 'EUR', FUNDS);
  const destination = await addAccount(api, id, 'EUR');
  return {
    host,
    database: databaseAt(join(dataDirectory, 'corridor.db')),
    payer: { ...CREDENTIAL, sourceAccountId: source.id, destinationAccountId: destination.id },
    async reconciled(_, ended) {
      while (!(await ended())) await setTimeout(POLL_MS);
    },
  };
}

/** Runs commands on the data of a host. */
const commandOf =
  (options: HostOptions) =>
  (...args: readonly string[]): Promise<CommandResult> =>
    new Promise((resolve) => {
      execFile(process.execPath, [CLI, ...args], { env: hostEnvironment(options) }, (error, stdout, stderr) => {
        resolve({ exitCode: error === null ? 0 : 1, stdout, stderr });
      });
    });

/** A bank that works all the time. */
function working(scope: Scope, bank: Bank): void {
  const timer = setInterval(() => bank.work(), POLL_MS);
  scope.use({ stop: async () => clearInterval(timer) });
}

async function onBankFiles(scope: Scope): Promise<Connected> {
  const root = await scope.folder();
  const versions = { status: '10', report: '08' } as const;
  const bank = createBank({ root, account: ACCOUNT, versions, seed: 'bench', now: () => Date.now(), oneIn: null });
  const archive = join(root, 'archive');
  mkdirSync(archive);
  const entry = {
    type: 'bank-files',
    name: 'acme-bank',
    environment: 'PRODUCTION',
    accounts: [{ ...ACCOUNT, currency: 'EUR' }],
    exchange: { type: 'folder', ...bank.folders, archive },
    batch: { everySeconds: 1, maxPayments: 5000 },
    cutOff: '16:00',
    timeZone: 'Europe/Berlin',
  };
  const connectionsFile = join(root, 'connections.json');
  writeFileSync(connectionsFile, JSON.stringify({ rails: [entry] }));

  const options = {
    dataDirectory: await scope.folder(),
    workers: true,
    settings: { CORRIDOR_CONNECTIONS_FILE: connectionsFile },
  };
  const host = scope.use(await startHost(options));
  const command = commandOf(options);
  const commands = { command, commandAsOperator: asOperator(command, options.dataDirectory) };
  const { api, credential } = await productionPlatform(
    commands,
    createApi(() => host.baseUrl, CREDENTIAL),
    'EUR',
  );
  const { id: customerId } = await approvedCustomer(commands, api, ['EUR']);
  const source = await accountOf(api, customerId, 'EUR');
  const chance = chanceOf('bench');
  const remitter = { name: 'Ada Lovelace', iban: germanIban(chance) };
  const reference = source.fundingPaymentInstructions[0]!.accountOrWalletInfo.reference!;
  bank.receive([{ amount: BigInt(FUNDS), remitter, remittance: { free: [reference] } }], 'reference');
  working(scope, bank);
  await eventually('the first money', async () => (await accountOf(api, customerId, 'EUR')).balance.amount === FUNDS, {
    withinMs: 60_000,
  });
  const accountInfo = {
    accountType: 'EUR_ACCOUNT',
    iban: germanIban(chance),
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
  };
  const request = { customerId, currency: 'EUR', accountInfo };
  const destination = await expecting(201, api.post<ExternalAccount>('/customers/external-accounts', request));
  let filed = 0;
  return {
    host,
    database: databaseAt(join(options.dataDirectory, 'corridor.db')),
    payer: { ...credential, sourceAccountId: source.id, destinationAccountId: destination.id },
    async reconciled(transfers, ended) {
      filed += transfers;
      while (bank.payments.length < filed) await setTimeout(POLL_MS);
      // Days pass until the bank has executed and stated all transfers, and the service has read its statements.
      for (let isDone = false; !isDone;) {
        bank.closeDay();
        while (readdirSync(bank.folders.incoming).length > 0) await setTimeout(POLL_MS);
        isDone = bank.isIdle() && (await ended());
      }
    },
  };
}

const bankFiles: Row = {
  number: 13,
  title: 'transfers out through bank-files, accepted → reconciled ÷ the same through the sandbox rail',
  target: { atLeast: 0.5 },
  unit: 'payments/s',
  notes: [
    `on SQLite with workers, ${CLIENTS} clients; from the first request until the last transfer is COMPLETED, and with bank-files until the statement with its debit is read without a difference; a bank in the process of the benchmark executes the files at once`,
  ],
  measure: ({ rounds, seconds }) =>
    withScope(async (scope) => {
      const measured = transfers(scope, await onBankFiles(scope));
      const baseline = transfers(scope, await onSandbox(scope));
      return { rounds: await interleave(measured, baseline, rounds, seconds) };
    }),
};

export const BANK_FILES_ROWS: readonly Row[] = [bankFiles];
