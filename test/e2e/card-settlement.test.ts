import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXCEPTIONS, JOBS, SETTLEMENT_LINES, SETTLEMENT_PARTS } from '@corridor/core/records';
import { houseTenant } from '@corridor/core/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { type Api, expecting } from '../support/api.js';
import { type Card, orderCard } from '../support/cards.js';
import { eventually } from '../support/eventually.js';
import { cardConnectionsFile, type ExampleProcessor, startProcessor } from '../support/example-cards.js';
import { connectionsFileOf, type ExampleRail, EXPRESS, startExample } from '../support/example-rails.js';
import { createDeployment, DATABASES, type Deployment, type Host } from '../support/host.js';
import { approvedCustomer, productionPlatform } from '../support/production.js';
import { accountOf, balances } from '../support/scenario.js';

const FUNDED = 100_000;
const HOUSE = houseTenant('PRODUCTION');

describe.each(DATABASES)('the settlement report of the example of a card processor, on %s', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-settlement-'));
  let processor: ExampleProcessor;
  let rail: ExampleRail;
  let deployment: Deployment;
  let host: Host;
  let api: Api;
  let customerId: string;
  let card: Card;

  beforeAll(async () => {
    const port = await freePort();
    processor = await startProcessor(`http://127.0.0.1:${port}/cards/acme-cards/callbacks/events`);
    rail = await startExample(EXPRESS, `http://127.0.0.1:${port}/rails/${EXPRESS.name}/callbacks/events`);
    const live = { environment: 'PRODUCTION' };
    const connectionsFile = join(folder, 'connections.json');
    const content = {
      rails: connectionsFileOf('rail-express').rails.map((entry) => ({ ...entry, ...live, url: rail.url })),
      cards: cardConnectionsFile().cards.map((entry) => ({ ...entry, ...live, url: processor.url })),
    };
    writeFileSync(connectionsFile, JSON.stringify(content));
    const settings = { CORRIDOR_CONNECTIONS_FILE: connectionsFile, CORRIDOR_PORT: String(port) };
    deployment = await createDeployment(database, { ...settings, ...processor.secrets, ...rail.secrets });
    host = await deployment.start();
    ({ api } = await productionPlatform(deployment, host.api, 'USD'));
    customerId = (await approvedCustomer(deployment, api, ['USD'])).id;
    const account = await accountOf(api, customerId, 'USD');
    const [first] = account.fundingPaymentInstructions as readonly { readonly accountOrWalletInfo: object }[];
    const { reference } = first!.accountOrWalletInfo as { readonly reference: string };
    await rail.bank('arrivals', { reference, amount: String(FUNDED) });
    await rail.reported();
    card = await orderCard(api, customerId, [account.id]);
    await eventually('the card', async () => {
      const { state } = await expecting(200, api.get<Card>(`/cards/${card.id}`));
      return state === 'ACTIVE';
    });
  }, 120_000);

  afterAll(async () => {
    try {
      await host.stop();
      await deployment.audit();
    } finally {
      await deployment.remove();
      await Promise.all([processor.stop(), rail.stop()]);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  /** The sum of a kind of ledger account over all platforms. */
  async function balanceOf(account: string): Promise<bigint> {
    const { stdout } = await deployment.command('positions', '--json');
    const positions = JSON.parse(stdout) as readonly { readonly account: string; readonly balance: string }[];
    return positions
      .filter((position) => position.account === account)
      .reduce((sum, { balance }) => sum + BigInt(balance), 0n);
  }

  const received = () => eventually('the messages at the host', async () => (await processor.unsent()) === 0);

  it(
    'reconciles a day with a stand-in approval, a forced post and an unlinked refund to zero',
    { timeout: 90_000 },
    async () => {
      const bought = await processor.purchase(card.id, { amount: '20000' });
      await processor.play(`uses/${bought.authorizationId}/clear`);
      await processor.play(`uses/${bought.authorizationId}/refund`, { amount: '2500' });
      await received();
      await host.stop();
      const standIn = await processor.purchase(card.id, { amount: '5000' });
      expect(standIn).toMatchObject({ outcome: 'APPROVED', by: 'processor' });
      await processor.play(`uses/${standIn.authorizationId}/clear`);
      await processor.play(`cards/${card.id}/force`, { amount: '700' });
      await processor.play(`cards/${card.id}/give`, { amount: '300' });
      // The report can come before the messages, because they are sent again.
      const reports = await processor.play<readonly { readonly lines: number; readonly net: string }[]>('settlements');
      host = await deployment.start();
      await received();
      const has = FUNDED - 20_000 + 2_500 - 5_000 - 700 + 300;
      expect(await balances(api, customerId, 'USD')).toEqual([has, has]);
      const [dollars] = reports;
      expect(dollars).toMatchObject({ lines: 5 });

      const storage = deployment.open();
      try {
        const all = <T>(read: Parameters<typeof storage.units.read<T>>[1]) => storage.units.read(HOUSE, read);
        const page = { order: 'asc', limit: 100 } as const;
        await eventually('the comparison of the report', async () => {
          const parts = (await all((reads) => reads.list(SETTLEMENT_PARTS, page))).rows;
          const lines = (await all((reads) => reads.list(SETTLEMENT_LINES, page))).rows;
          return (
            parts.every(({ bookedAt }) => bookedAt !== null) && lines.length === 5 && lines.every((line) => line.isEven)
          );
        });
        expect((await all((reads) => reads.list(EXCEPTIONS, page))).rows).toEqual([]);
        await eventually('the end of the comparison', async () =>
          (await all((reads) => reads.list(JOBS, page))).rows.every(({ kind }) => kind !== 'card.settlement'),
        );
      } finally {
        await storage.close();
      }
      // The account at the processor has changed by the net amount of the report.
      expect(await balanceOf('clearing:acme-cards')).toBe(-BigInt(dollars!.net));
      expect([await balanceOf('interchange'), await balanceOf('network-fees')]).toEqual([385n, -51n]);
    },
  );

  it('is paid by a transfer from the bank, after which the account at the processor is even', async () => {
    const net = 22_900 - 385 + 51;
    const booked = await deployment.commandAsOperator(
      ...['treasury', 'book', '--environment', 'PRODUCTION', '--kind', 'TRANSFER', '--rail', EXPRESS.name],
      ...['--bought-rail', 'acme-cards', '--currency', 'USD', '--amount', String(net), '--reference', 'wire 1'],
    );
    expect([booked.exitCode, booked.stderr]).toEqual([0, '']);
    expect(await balanceOf('clearing:acme-cards')).toBe(0n);
  });
});
