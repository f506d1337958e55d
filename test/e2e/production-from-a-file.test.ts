import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { type Api, expecting } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { type ExampleProvider, kycConnectionsFile, startProvider } from '../support/example-kyc.js';
import { connectionsFileOf, type ExampleRail, EXPRESS, startExample } from '../support/example-rails.js';
import {
  type ExampleScreening,
  hasPythonForScreening,
  screeningConnectionsFile,
  startScreening,
} from '../support/example-screening.js';
import { printedCredential } from '../support/credentials.js';
import { createDeployment, DATABASES, type Deployment, type Host } from '../support/host.js';
import { becomesApproved, submittedCustomer } from '../support/production.js';
import { accountOf, balances, readTransaction } from '../support/scenario.js';
import type { Customer, ExternalAccount, Page, Transaction, WebhookEvent } from '../support/wire.js';

/** The steps build on each other, and each runs several commands. */
const STEP_MS = 60_000;

const PRODUCTION = ['--environment', 'PRODUCTION', '--currencies', 'USD'];

/** What only operators may read: the lists, the decisions about matches, and that anything was compared. */
const SECRET = /Example sanctions|"E-[0-9]"|screening|ScreeningMatch|born in 1990|the same passport|FIU-7|blocked/i;

interface ListedScreening {
  readonly id: string;
  readonly status: string;
  readonly subject: string;
  readonly occasion: string;
  readonly provider: string;
}

interface ShownScreening extends ListedScreening {
  readonly matches: readonly {
    readonly id: string;
    readonly status: string;
    readonly party: string;
    readonly entry: string;
    readonly decision: string | null;
    readonly details: { readonly name: string | null } | null;
  }[];
}

describe.skipIf(!hasPythonForScreening()).each(DATABASES)(
  'a production platform from a connections file alone on %s',
  { timeout: STEP_MS },
  (database) => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-from-a-file-'));
    const ends: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
    let rail: ExampleRail;
    let provider: ExampleProvider;
    let lists: ExampleScreening;
    let deployment: Deployment;
    let host: Host;
    let api: Api;
    let platform: string;
    let customer: Customer;
    let accountId: string;
    let reference: string;
    const payments = { cleared: '', confirmed: '' };
    const hits = { cleared: '', confirmed: '' };

    beforeAll(async () => {
      const port = await freePort();
      const callbacks = (path: string) => `http://127.0.0.1:${port}/${path}/callbacks/events`;
      rail = await startExample(EXPRESS, callbacks(`rails/${EXPRESS.name}`));
      ends.push(() => rail.stop());
      provider = await startProvider(callbacks('kyc/acme-id'));
      ends.push(() => provider.stop());
      lists = await startScreening(callbacks('screening/acme-lists'));
      ends.push(() => lists.stop());
      const at = (url: string) => (entry: object) => ({ ...entry, url, environment: 'PRODUCTION' });
      const connectionsFile = join(folder, 'connections.json');
      const content = {
        rails: connectionsFileOf('rail-express').rails.map(at(rail.url)),
        kyc: kycConnectionsFile().kyc.map(at(provider.url)),
        screening: screeningConnectionsFile().screening.map(at(lists.url)),
      };
      writeFileSync(connectionsFile, JSON.stringify(content));
      deployment = await createDeployment(database, {
        CORRIDOR_CONNECTIONS_FILE: connectionsFile,
        CORRIDOR_PORT: String(port),
        ...{ ...rail.secrets, ...provider.secrets, ...lists.secrets },
      });
      ends.push(() => deployment.remove());
      host = await deployment.start();
      const made = await command('platform', 'create', '--name', 'Acme', ...PRODUCTION);
      api = host.api.as(printedCredential({ stdout: made, stderr: '' }));
      [, platform] = /^platform: (\S+)$/m.exec(made) as unknown as [string, string];
      const other = await command('platform', 'create', '--name', 'Other', ...PRODUCTION);
      const [, otherId] = /^platform: (\S+)$/m.exec(other) as unknown as [string, string];
      await operator('eve', 'operator');
      await operator('bob', 'approver');
      await operator('root', 'admin');
      await operator('stranger', 'admin', '--platforms', otherId);
    });

    afterAll(async () => {
      try {
        await host?.stop();
        for (const { secrets } of [rail, provider, lists])
          for (const secret of Object.values(secrets)) expect(host.stderr()).not.toContain(secret.slice(6));
        await deployment?.audit();
      } finally {
        for (const end of ends.toReversed()) await end();
      }
    });

    /** Runs a command that has to succeed. */
    async function command(...args: readonly string[]): Promise<string> {
      const { exitCode, stdout, stderr } = await deployment.command(...args);
      expect(exitCode, `${args.join(' ')}\n${stdout}${stderr}`).toBe(0);
      return stdout;
    }
    const as = (name: string): readonly string[] => ['--operator', join(folder, name)];
    const operator = (name: string, role: string, ...limit: readonly string[]): Promise<string> =>
      command('operator', 'create', '--name', name, '--role', role, '--credential', join(folder, name), ...limit);

    const screenings = async (status: string): Promise<readonly ListedScreening[]> =>
      JSON.parse(await command('screening', 'list', '--status', status, '--json'));
    const screeningOf = (subject: string, status: string): Promise<ListedScreening> =>
      eventually(`a screening of ${subject} that is ${status}`, async () =>
        (await screenings(status)).find((screening) => screening.subject === subject),
      );
    const shown = async (id: string, name: string): Promise<ShownScreening> =>
      JSON.parse(await command('screening', 'show', '--id', id, '--json', ...as(name)));

    const payee = (accountNumber: string, accountHolderName: string): Promise<ExternalAccount> => {
      const accountInfo = { accountType: 'US_ACCOUNT', accountNumber, routingNumber: '021000021', accountHolderName };
      const body = { customerId: customer.id, currency: 'USD', accountInfo };
      return expecting(201, api.post<ExternalAccount>('/customers/external-accounts', body));
    };
    const pay = async (to: string, amount: number): Promise<string> => {
      const body = { source: { accountId }, destination: { accountId: to }, amount };
      return (await expecting(201, api.post<Transaction>('/transfer-out', body))).id;
    };
    /** How many payments the bank of the rail has got and not settled before. */
    const settled = async (): Promise<number> => (await rail.bank<{ readonly settled: number }>('settle', {})).settled;
    const held = (): Promise<readonly [number, number]> => balances(api, customer.id, 'USD');

    /** All that the platform can read about its customer, and what its webhooks carry. */
    async function seenByThePlatform(): Promise<string> {
      const events = await expecting(200, api.get<Page<WebhookEvent>>('/webhooks/events', { limit: 100 }));
      expect(events.data.length).toBeGreaterThan(2);
      const made = Object.values(payments).filter((id) => id !== '');
      const paths = [
        ...[`/customers/${customer.id}`, `/customers/external-accounts?customerId=${customer.id}`],
        ...[`/verifications?customerId=${customer.id}`, `/customers/internal-accounts?customerId=${customer.id}`],
        ...['/transactions', ...made.map((id) => `/transactions/${id}`)],
      ];
      const bodies = await Promise.all(paths.map((path) => expecting(200, api.get<object>(path))));
      return JSON.stringify([events, ...bodies]);
    }

    it('approves a customer by the provider, after the lists have cleared the customer', async () => {
      const { customer: submitted, verificationId } = await submittedCustomer(api, ['USD']);
      customer = submitted;
      const application = await eventually('the application at the desk', async () =>
        (await provider.waiting()).find((each) => each.reference.startsWith(`${verificationId}.`)),
      );
      await provider.desk(application.reference, 'approve');
      await becomesApproved(api, customer);
      expect(await screeningOf(customer.id, 'CLEAR')).toMatchObject({ occasion: 'ONBOARDING', provider: 'acme-lists' });
    });

    it('credits money from outside, after the lists have cleared its sender', async () => {
      const account = await accountOf(api, customer.id, 'USD');
      accountId = account.id;
      const [instructions] = account.fundingPaymentInstructions as readonly {
        readonly accountOrWalletInfo: { readonly reference: string };
      }[];
      ({ reference } = instructions!.accountOrWalletInfo);
      const remitter = { name: 'Ada Lovelace', account: '40998877' };
      await rail.bank('arrivals', { reference, amount: '50000', remitter });
      await eventually('the credit', async () => (await held())[0] === 50_000);
    });

    it('holds a payment to a namesake, and the platform learns nothing of it', async () => {
      const namesake = await payee('123456780', 'Victor Petrov-Example');
      payments.cleared = await pay(namesake.id, 10_000);
      hits.cleared = (await screeningOf(payments.cleared, 'HELD')).id;
      expect(await settled()).toBe(0);
      expect(await held()).toEqual([40_000, 50_000]);
      expect((await readTransaction(api, payments.cleared)).status).toBe('PROCESSING');
      expect(await seenByThePlatform()).not.toMatch(SECRET);
      expect(await readTransaction(api, payments.cleared)).not.toHaveProperty('failureReason');
    });

    it('shows the match to the operators of the platform, and nothing to those of another one', async () => {
      const { matches } = await shown(hits.cleared, 'eve');
      expect(matches).toMatchObject([{ entry: 'E-1', status: 'OPEN', details: { name: 'Viktor Petrov-Example' } }]);
      expect(await command('operator', 'log')).toContain('"screening.look"');
      const tries = [
        ['show', '--id', hits.cleared],
        ['clear', '--id', hits.cleared, '--reason', 'I know him'],
        ['confirm', '--id', hits.cleared, '--reason', 'I know him', '--case', 'X-1'],
      ];
      for (const given of tries) {
        const { exitCode, stdout, stderr } = await deployment.command('screening', ...given, ...as('stranger'));
        expect([exitCode, stdout], given.join(' ')).toEqual([1, '']);
        expect(stderr).not.toMatch(/Petrov|Example sanctions|E-1|Acme/);
      }
      expect((await screeningOf(payments.cleared, 'HELD')).id).toBe(hits.cleared);
    });

    it('sends the payment when one operator clears the match with a reason', async () => {
      const without = await deployment.command('screening', 'clear', '--id', hits.cleared, ...as('eve'));
      expect([without.exitCode, without.stderr]).toEqual([2, expect.stringContaining('--reason')]);
      const reason = 'the payee was born in 1990';
      expect(await command('screening', 'clear', '--id', hits.cleared, '--reason', reason, ...as('eve'))).toContain(
        'is CLEAR: what waited goes on',
      );
      await eventually('the payment at the bank', async () => (await settled()) === 1);
      await eventually(
        'the completion',
        async () => (await readTransaction(api, payments.cleared)).status === 'COMPLETED',
      );
      expect(await held()).toEqual([40_000, 40_000]);
      expect((await shown(hits.cleared, 'eve')).matches).toMatchObject([{ status: 'CLEARED', decision: reason }]);
      expect(await seenByThePlatform()).not.toMatch(SECRET);
    });

    it('stops the payment of a customer who came onto a list, when two operators confirm it', async () => {
      const { id: payeeId } = await payee('123456781', 'Grace Hopper');
      await screeningOf(payeeId, 'CLEAR');
      const content = JSON.parse(lists.readLists()) as { readonly entries: readonly object[] };
      const entry = { list: 'Example sanctions', id: 'E-9', kind: 'INDIVIDUAL', names: ['Ada Lovelace'] };
      const entries = [...content.entries, { ...entry, birthDate: '1990-12-10' }];
      lists.writeLists(JSON.stringify({ ...content, entries }));
      payments.confirmed = await pay(payeeId, 20_000);
      hits.confirmed = (await screeningOf(payments.confirmed, 'HELD')).id;
      const [match] = (await shown(hits.confirmed, 'eve')).matches;
      expect(match).toMatchObject({ entry: 'E-9', status: 'OPEN', party: customer.id });

      const texts = ['--reason', 'the same passport', '--case', 'FIU-7'];
      const asked = await command('screening', 'confirm', '--id', hits.confirmed, ...texts, ...as('eve'));
      const [request, digest] = [/Request:[0-9a-f-]+/.exec(asked)![0], /[0-9a-f]{64}/.exec(asked)![0]];
      const approve = ['approvals', 'approve', '--id', request, '--digest', digest];
      expect((await deployment.command(...approve, ...as('eve'))).exitCode).toBe(1);
      expect(await command('blocks', 'list')).toContain('nothing is blocked');
      await command(...approve, ...as('bob'));

      expect(await command('blocks', 'list')).toMatch(new RegExp(`^${customer.id} .* silent, case FIU-7`, 'm'));
      expect((await shown(hits.confirmed, 'eve')).matches).toMatchObject([{ status: 'CONFIRMED' }]);
      await eventually('no hit that waits', async () => (await screenings('HELD')).length === 0);
      expect(await settled()).toBe(0);
    });

    it('leaves the money where it was, and tells the platform nothing', async () => {
      expect((await readTransaction(api, payments.confirmed)).status).toBe('PROCESSING');
      const read = await expecting(200, api.get<Customer>(`/customers/${customer.id}`));
      expect(read.kycStatus).toBe('APPROVED');
      expect(await seenByThePlatform()).not.toMatch(SECRET);
      expect(await held()).toEqual([20_000, 40_000]);
      const positions = JSON.parse(await command('positions', '--platform', platform, '--json')) as readonly {
        readonly account: string;
        readonly balance: string;
      }[];
      expect(Object.fromEntries(positions.map(({ account, balance }) => [account, balance]))).toEqual({
        available: '20000',
        held: '20000',
        'clearing:express-bank': '-40000',
      });
    });

    it('has the two movements in the statement of the customer, and the bank agrees', async () => {
      const output = join(folder, 'export');
      await command('customer', 'export', '--customer', customer.id, '--output', output, ...as('root'));
      const entries = JSON.parse(readFileSync(join(output, 'statements.json'), 'utf8')) as readonly object[];
      expect(entries).toMatchObject([
        { amount: '50000', balance: '50000' },
        { amount: '-10000', balance: '40000', transactionId: payments.cleared },
      ]);
      expect(readFileSync(join(output, 'statements.json'), 'utf8')).not.toMatch(SECRET);
      const statement = join(folder, 'statement.csv');
      const lines = [`${reference},USD,50000,IN`, `${payments.cleared},USD,10000,OUT`];
      writeFileSync(statement, ['reference,currency,amount,direction', ...lines, ''].join('\n'));
      const of = ['--rail', 'express-bank', '--environment', 'PRODUCTION', '--statement', statement];
      expect(await command('reconcile', ...of)).toContain('reconciled: 2 lines agree');
    });
  },
);
