import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../packages/adapters-storage/src/testing/sqlite.js';
import { createApi, expecting } from '../support/api.js';
import type { CommandResult } from '../support/as-operator.js';
import { clientOf } from '../support/client.js';
import { customersCsv, type ImportJob, uploadCsv } from '../support/csv.js';
import { eventually } from '../support/eventually.js';
import { BOOTSTRAP, createDeployment, type DatabaseKind, type Deployment, type Host } from '../support/host.js';
import { type MovedTime, movedTime } from '../support/moved-time.js';
import { productionPlatform } from '../support/production.js';
import { accountOf, addAccount, createCustomer, fund, settled, transactionWhen } from '../support/scenario.js';
import { type Receiver, webhookReceiver } from '../support/webhook-receiver.js';
import type { Transaction } from '../support/wire.js';
import { OF_FILES, OF_OTHERS, OF_PERSON, type Planted, plantCustomer } from './planted-customer.js';

/** What the command says of each obstacle of docs/operate/personal-data.md#what-has-to-be-over-before. */
const SAYS = {
  NOT_DELETED: /the customer is not deleted; its platform has to delete it first/,
  LEGAL_HOLD: /the legal hold \S+ for the case AZ 1 lasts; release it/,
  BLOCKED: /ExternalAccount:\S+ is blocked; end the block/,
  UNDER_REVIEW: /ScaReset:\S+ is PENDING_REVIEW; decide it/,
  OPEN_EXCEPTION: /Exception:\S+ \(RECALL\) is open; resolve it/,
  OPEN_CASE: /the case ScreeningCase:\S+ is open; close it/,
  MONEY: /InternalAccount:\S+ has money; pay it out/,
  DEBT: /InternalAccount:\S+ is owed by the customer; collect it or write it off/,
  OPEN_PAYMENT: /a payment of the customer is open; wait for its end, or cancel it/,
  WAITING_APPROVAL: /the request \S+ \(customers\.release-hold\) waits for a second operator; approve or decline it/,
  LIVE_AGENT: /Agent:\S+ still acts for the customer; delete it/,
  UNDELIVERED_EVENTS: /\d+ events about the customer wait for their delivery/,
  UNFINISHED_IMPORT: /the import \S+ of the platform is \S+; wait for it/,
  PERIOD: /the period for [a-z ]+ runs until \S+; erase the customer afterwards/,
} as const;
type Obstacle = keyof typeof SAYS;
/** Options that name the platform, and the credential of the operator. */
type OfErasure = [of?: readonly string[], operator?: string];

const PASSKEYS = { CORRIDOR_PASSKEY_ORIGINS: 'https://app.example.com', CORRIDOR_PASSKEY_DOMAIN: 'example.com' };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RUN_MS = 1_200_000;
const IMPORTED = 3_000;
const TEXTS = { ...OF_PERSON, ...OF_OTHERS, ...OF_FILES };

/** The names of the texts that stand in a text. */
const found = (texts: Readonly<Record<string, string>>, within: string): readonly string[] =>
  Object.entries(texts).flatMap(([name, text]) => (within.includes(text) ? [name] : []));

/** Of this process, with the host and the commands in it. */
const memory = (): number => Math.round(process.resourceUsage().maxRSS / 1024);

const namesOf = (texts: object): readonly string[] => Object.keys(texts);

/** Every byte of the files of a folder. */
const bytesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

/** A row in which values of bytes, which Postgres writes in hexadecimal digits, are their bytes. */
const withBytes = (row: string): string =>
  row.replaceAll(/\\x((?:[0-9a-f]{2})+)/g, (_all, digits: string) => Buffer.from(digits, 'hex').toString('latin1'));

/** Every row of every table, as text. */
async function rowsOf(address: string): Promise<string> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = current_schema()`,
    );
    const rows: string[] = [];
    for (const { name } of tables.rows) {
      const { rows: all } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      rows.push(...all.map(({ row }) => withBytes(row)));
    }
    return rows.join('\n');
  } finally {
    await client.end();
  }
}

/** The tests of a person with so many payments, who is exported and erased. */
export function erasedCustomer(database: DatabaseKind, payments: number): void {
  describe(`a person with ${payments} payments on ${database}`, { timeout: RUN_MS }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-erased-customer-'));
    let time: MovedTime;
    let deployment: Deployment;
    let host: Host;
    let receiver: Receiver;
    let platform: string;
    let planted: Planted;
    const figures: string[] = [];
    const [ann, bob] = ['ann', 'bob'].map((name) => join(folder, name)) as [string, string];
    /** Of the host that runs: each has another port. */
    const api = createApi(() => host.baseUrl, BOOTSTRAP);

    beforeAll(async () => {
      time = movedTime();
      deployment = await createDeployment(database, PASSKEYS);
      receiver = await webhookReceiver();
      host = await deployment.start();
      for (const file of [ann, bob]) await administrator(file);
      platform = (await clientOf(api).getPlatformConfig()).id;
    });
    afterAll(async () => {
      time.restore();
      await host.stop({ afterFaults: true });
      await receiver.close();
      await deployment.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    async function done(...args: readonly string[]): Promise<string> {
      const { exitCode, stdout, stderr } = await deployment.command(...args);
      if (exitCode !== 0) throw new Error(`${args.join(' ')}:\n${stdout}${stderr}`);
      return stdout;
    }
    const administrator = (file: string): Promise<string> =>
      done('operator', 'create', '--name', basename(file), '--role', 'admin', '--credential', file);
    const by = (operator: string, ...args: readonly string[]): Promise<string> => done(...args, '--operator', operator);
    const ofPlatform = () => ['--platform', platform, '--environment', 'SANDBOX'];
    /** The second operator approves the one request of this action. */
    async function approve(action: string): Promise<string> {
      interface Waiting {
        readonly requestId: string;
        readonly action: string;
        readonly digest: string;
      }
      const all = JSON.parse(await done('approvals', 'list', '--json')) as readonly Waiting[];
      const waiting = all.filter((each) => each.action === action);
      expect(waiting).toHaveLength(1);
      const [{ requestId, digest }] = waiting as [Waiting];
      return by(bob, 'approvals', 'approve', '--id', requestId, '--digest', digest);
    }

    const erase = (id: string, of: readonly string[] = ofPlatform(), operator = ann): Promise<CommandResult> =>
      deployment.command('customer', 'erase', '--id', id, ...of, '--case', 'DSR 7/26', '--operator', operator);

    /** The command is refused, and names these obstacles and no others. */
    async function isRefused(id: string, obstacles: ReadonlySet<Obstacle>, ...of: OfErasure): Promise<void> {
      const { exitCode, stdout, stderr } = await erase(id, ...of);
      expect([exitCode, stdout]).toEqual([1, '']);
      const named = (Object.keys(SAYS) as readonly Obstacle[]).filter((obstacle) => SAYS[obstacle].test(stderr));
      expect(named.sort(), stderr).toEqual([...obstacles].sort());
    }

    async function exported(name: string, ...options: readonly string[]): Promise<string> {
      const output = join(folder, name);
      await by(ann, 'customer', 'export', '--customer', planted.customer.id, '--output', output, ...options);
      return bytesIn(output);
    }

    it('is exported with everything that the person and operators have put in', async () => {
      planted = await plantCustomer(api, payments, (verification) =>
        by(ann, 'kyc', 'decide', '--id', verification, '--decision', 'APPROVED'),
      );
      const { customer, payee } = planted;
      const { id } = customer;
      await by(ann, 'note', 'add', '--id', id, '--text', OF_OTHERS.note, '--readers', 'VIEWER');
      const reason = (text: string, reference: string) => ['--reason', text, '--case', reference];
      await by(ann, 'customer', 'hold', '--id', id, ...ofPlatform(), ...reason(OF_OTHERS['reason of a hold'], 'AZ 1'));
      await by(
        ann,
        ...['external-account', 'block', '--id', payee.id, ...ofPlatform()],
        ...reason(OF_OTHERS['reason of a block'], 'AZ 2'),
      );
      await by(ann, 'cases', 'open', '--about', id, '--title', OF_OTHERS['title of a case'], ...ofPlatform());
      await by(
        ann,
        ...['exceptions', 'open', '--kind', 'RECALL', '--subject', planted.received, '--reference', 'AZ 3'],
        ...[...ofPlatform(), '--reason', OF_OTHERS['reason of an exception']],
      );

      const own = await exported('person');
      expect(found({ ...OF_PERSON, ...OF_FILES }, own)).toEqual(namesOf({ ...OF_PERSON, ...OF_FILES }));
      // Of others, the person gets the names, and of operators nothing.
      expect(found(OF_OTHERS, own)).toEqual(['payee', 'remitter']);
      const all = await exported('authority', '--authority', '--case', 'AZ 12/26');
      expect(found(TEXTS, all)).toEqual(namesOf(TEXTS));
      figures.push(
        `${namesOf(TEXTS).length} texts, ${own.length} bytes for the person, ${all.length} for an authority`,
      );
    });

    /** Money that the customer has spent when the bank takes it back. */
    async function owe(id: string, usd: string, to: string): Promise<void> {
      const source = await addAccount(api, id, 'USD', '008');
      const collected = await expecting(
        201,
        api.post<Transaction>('/transfer-in', {
          source: { accountId: source.id },
          destination: { accountId: usd },
          amount: 3_000,
        }),
      );
      await settled(api, collected.id);
      const { balance } = await accountOf(api, id, 'USD');
      await settled(api, await planted.payOut({ from: usd, to, amount: balance.amount }));
      await expecting(200, api.post('/sandbox/clock/advance', { seconds: 40 }));
      await transactionWhen(api, collected.id, 'is taken back', ({ status }) => status === 'FAILED');
    }

    it('is not erased while anything is open, and each obstacle is named until it is removed', async () => {
      const { customer, usd, eur, payee, agentId } = planted;
      const { id } = customer;
      const open = new Set<Obstacle>(Object.keys(SAYS) as Obstacle[]);
      open.delete('PERIOD');
      const out = await addAccount(api, id, 'EUR');
      await owe(id, usd.id, out.id);
      await fund(api, eur.id, 9_000);
      const slow = await addAccount(api, id, 'USD', '003');
      const pending = await planted.payOut({ from: eur.id, to: slow.id, amount: 4_000 });
      const { resetId } = await expecting(
        201,
        api.post<{ resetId: string }>(`/sca/factors/reset?customerId=${id}`, { factor: 'SMS_OTP' }),
      );
      await eventually('a review', async () => (await done('sca', 'list')).includes(resetId));
      const [hold] = JSON.parse(await done('holds', 'list', '--json')) as [{ readonly id: string }];
      await by(
        ann,
        ...['customer', 'release-hold', '--id', hold.id, ...ofPlatform()],
        ...['--reason', 'settled', '--case', 'AZ 1'],
      );
      receiver.answerWith((_delivery, response) => void response.writeHead(500).end());
      await expecting(200, api.patch('/config', { webhookEndpoint: receiver.url }));
      await expecting(200, api.patch(`/customers/${id}`, { currencies: ['USD', 'EUR'], email: OF_PERSON.email }));
      await fund(api, eur.id, 100);
      const job = await expecting(202, uploadCsv(api, customersCsv('erased', IMPORTED)));
      await host.stop({ afterFaults: true });
      await isRefused(id, open);

      const removed = async (obstacle: Obstacle, how: () => Promise<unknown>): Promise<void> => {
        await how();
        open.delete(obstacle);
        await isRefused(id, open);
      };
      await removed('UNFINISHED_IMPORT', async () => {
        host = await deployment.start();
        const ended = async (): Promise<boolean> => {
          const { completedAt } = await expecting(200, api.get<ImportJob>(`/customers/bulk/jobs/${job.jobId}`));
          return completedAt !== undefined;
        };
        await eventually('the import', ended, { withinMs: 120_000, everyMs: 200 });
      });
      await removed('UNDER_REVIEW', () => by(ann, 'sca', 'decide', '--id', resetId, '--verdict', 'REJECTED'));
      await approve('customers.release-hold');
      open.delete('LEGAL_HOLD');
      await removed('WAITING_APPROVAL', async () => undefined);
      await removed('BLOCKED', async () => {
        const why = ['--reason', 'cleared', '--case', 'AZ 2'];
        await by(ann, 'external-account', 'unblock', '--id', payee.id, ...ofPlatform(), ...why);
        await approve('external-accounts.unblock');
      });
      await removed('OPEN_EXCEPTION', async () => {
        const [exception] = JSON.parse(await done('exceptions', 'list', '--json')) as [{ readonly id: string }];
        await by(ann, 'exceptions', 'resolve', '--id', exception.id, '--resolution', 'REFUSED', '--note', 'no claim');
      });
      await removed('OPEN_CASE', async () => {
        const [opened] = JSON.parse(await done('cases', 'list', '--json')) as [{ readonly id: string }];
        const how = ['--outcome', 'UNFOUNDED', '--reason', 'another person'];
        await by(ann, 'cases', 'close', '--id', opened.id, ...how);
      });
      await removed('OPEN_PAYMENT', async () => {
        await expecting(200, api.post('/sandbox/clock/advance', { seconds: 400 }));
        await settled(api, pending);
      });
      await removed('DEBT', async () => fund(api, usd.id, 5_000));
      await removed('LIVE_AGENT', () => expecting(204, api.delete(`/agents/${agentId}`)));
      await removed('MONEY', async () => {
        const dollars = await addAccount(api, id, 'USD');
        for (const [currency, to] of [
          ['USD', out.id],
          ['EUR', dollars.id],
        ] as const) {
          const { id: from, balance } = await accountOf(api, id, currency);
          await settled(api, await planted.payOut({ from, to, amount: balance.amount }));
        }
      });
      await removed('NOT_DELETED', () => expecting(200, api.delete(`/customers/${id}`)));
      receiver.answerWith((_delivery, response) => void response.writeHead(200).end());
      time.advance(DAY_MS);
      const isDelivered = async (): Promise<boolean> => {
        const { exitCode, stderr } = await erase(id);
        if (exitCode !== 0) throw new Error(stderr);
        return true;
      };
      await eventually('the delivery of all events', isDelivered, { withinMs: 120_000, everyMs: 1_000 });
      figures.push(`${Object.keys(SAYS).length - 1} obstacles`);
    });

    /** What is stored of the person: every byte of the files, and with Postgres every row of the database. */
    const stored = async (): Promise<string> =>
      database === 'sqlite'
        ? bytesIn(deployment.dataDirectory)
        : `${bytesIn(deployment.dataDirectory)}\n${await rowsOf(deployment.address)}`;

    it('leaves no text of the person in any byte after two operators have decided it', async () => {
      const begun = performance.now();
      const before = found(TEXTS, await stored());
      // The other texts are sealed, or encrypted with their document.
      expect(before.length).toBeGreaterThan(10);
      await approve('customers.erase');
      interface Erasure {
        readonly status: string;
        readonly counts: Readonly<Record<string, number>>;
      }
      const erasure = await eventually(
        'ERASED',
        async () => {
          const listed = (status: string) => done('erasures', 'list', '--status', status, '--json');
          const [last] = JSON.parse(await listed('ERASED')) as [Erasure?];
          if (last !== undefined) return last;
          // The answers under idempotency keys have to expire first. A host that starts seals at once what was written.
          await host.stop({ afterFaults: true });
          time.advance(5 * HOUR_MS);
          host = await deployment.start();
          throw new Error(await listed('ERASING'));
        },
        { withinMs: 240_000, everyMs: 2_000 },
      );
      const rows = Object.values(erasure.counts).reduce((sum, each) => sum + each, 0);
      figures.push(`${rows} rows erased in ${Math.round((performance.now() - begun) / 1000)} s`);
      await done('audit');
      for (const [name, options] of [
        ['erased person', []],
        ['erased authority', ['--authority', '--case', 'AZ 13/26']],
      ] as const)
        expect(found(TEXTS, await exported(name, ...options)), name).toEqual([]);

      await host.stop({ afterFaults: true });
      if (database === 'sqlite') {
        const native = new Database(deployment.address);
        native.exec('VACUUM');
        native.pragma('wal_checkpoint(TRUNCATE)');
        native.close();
        expect(existsSync(`${deployment.address}-wal`) && readFileSync(`${deployment.address}-wal`).length > 0).toBe(
          false,
        );
      }
      const bytes = await stored();
      expect(found(TEXTS, bytes)).toEqual([]);
      figures.push(`${before.length} texts in plain before, none in ${bytes.length} bytes after`);
      await done('audit');
      host = await deployment.start();
    });

    it('is kept in production until its periods have ended', async () => {
      const { api: live } = await productionPlatform(deployment, api, 'EUR');
      const { id } = await createCustomer(live, { currencies: ['EUR'] });
      await expecting(200, live.delete(`/customers/${id}`));
      const { id: of } = await clientOf(live).getPlatformConfig();
      const production = ['--platform', of, '--environment', 'PRODUCTION'];
      // The events about the customer end first, a moment after the deletion.
      const isKept = async (): Promise<boolean> => {
        await isRefused(id, new Set(['PERIOD']), production);
        return true;
      };
      await eventually('the period as the only obstacle', isKept, { withinMs: 30_000 });
      time.advance(1_826 * DAY_MS);
      // Credentials of operators end before the periods.
      const later = join(folder, 'later');
      await administrator(later);
      await isRefused(id, new Set(['PERIOD']), production, later);
      time.advance(2 * DAY_MS);
      expect(await erase(id, production, later)).toMatchObject({ exitCode: 0, stderr: '' });
      figures.push(`${memory()} MB of memory at most`);
      process.stdout.write(`an erased person with ${payments} payments on ${database}: ${figures.join('; ')}\n`);
    });
  });
}
