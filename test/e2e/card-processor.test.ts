import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { type Api, expecting } from '../support/api.js';
import { type Card, orderCard, transactionsOn } from '../support/cards.js';
import { eventually } from '../support/eventually.js';
import { cardConnectionsFile, type ExampleProcessor, startProcessor } from '../support/example-cards.js';
import { connectionsFileOf, type ExampleRail, EXPRESS, startExample } from '../support/example-rails.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';
import { approvedCustomer, productionPlatform } from '../support/production.js';
import { accountOf, balances } from '../support/scenario.js';

const FUNDED = 100_000;

describe('the example of a card processor behind a host in production', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-cards-'));
  let processor: ExampleProcessor;
  let rail: ExampleRail;
  let deployment: Deployment;
  let host: Host;
  let api: Api;
  let customerId: string;
  let dollars: string;
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
    deployment = await createDeployment('sqlite', { ...settings, ...processor.secrets, ...rail.secrets });
    host = await deployment.start();
    ({ api } = await productionPlatform(deployment, host.api, 'USD'));
    customerId = (await approvedCustomer(deployment, api, ['USD'])).id;
    const account = await accountOf(api, customerId, 'USD');
    dollars = account.id;
    const [first] = account.fundingPaymentInstructions as readonly { readonly accountOrWalletInfo: object }[];
    const { reference } = first!.accountOrWalletInfo as { readonly reference: string };
    await rail.bank('arrivals', { reference, amount: String(FUNDED) });
    await rail.reported();
    expect(await balances(api, customerId, 'USD')).toEqual([FUNDED, FUNDED]);
    card = await orderCard(api, customerId, [dollars], { platformCardId: 'card-7' });
  }, 120_000);

  afterAll(async () => {
    try {
      await host.stop();
      for (const secret of Object.values(processor.secrets)) expect(host.stderr()).not.toContain(secret.slice(6));
      await deployment.audit();
    } finally {
      await deployment.remove();
      await Promise.all([processor.stop(), rail.stop()]);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  const read = () => expecting(200, api.get<Card>(`/cards/${card.id}`));
  const received = () => eventually('the messages at the host', async () => (await processor.unsent()) === 0);
  const use = async () => (await transactionsOn(api, dollars))[0]!;

  it('is shown by the commands with its section', async () => {
    expect((await deployment.command('connections', 'list')).stdout).toContain('acme-cards (cards http, PRODUCTION)\n');
    const { exitCode, stdout } = await deployment.command('connections', 'check', 'acme-cards');
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^acme-cards: reachable, last exchange /)]);
    expect((await deployment.command('doctor')).stdout).toMatch(/cards acme-cards\W.*reachable/);
  });

  it('makes a card, and shows its number to the cardholder once, who alone sees it', async () => {
    expect(card.state).toBe('PROCESSING');
    await eventually('the card', async () => (await read()).state === 'ACTIVE');
    const { last4 } = await read();
    const { panEmbedUrl } = await expecting(200, api.post<{ panEmbedUrl: string }>(`/cards/${card.id}/reveal`));
    const shown = (await processor.page(panEmbedUrl))!;
    expect(shown).toMatch(new RegExp(`^4[0-9]{11}${last4} `));
    expect(await processor.page(panEmbedUrl)).toBeNull();
    const [number] = shown.split(' ');
    expect(JSON.stringify(await read()) + host.stderr()).not.toContain(number);
  });

  it('pays as far as the balance covers it: asked, cleared, and returned', async () => {
    const bought = await processor.purchase(card.id, { amount: '60000' });
    expect(bought).toMatchObject({ outcome: 'APPROVED', amount: '60000', by: 'corridor' });
    expect(await balances(api, customerId, 'USD')).toEqual([FUNDED - 60_000, FUNDED - 60_000]);
    expect(await processor.purchase(card.id, { amount: '40001' })).toMatchObject({
      ...{ outcome: 'DECLINED', reason: 'INSUFFICIENT_FUNDS', by: 'corridor' },
    });
    expect(await use()).toMatchObject({ status: 'AUTHORIZED' });

    await processor.play(`uses/${bought.authorizationId}/clear`);
    await received();
    expect(await use()).toMatchObject({ status: 'SETTLED' });
    expect(await balances(api, customerId, 'USD')).toEqual([FUNDED - 60_000, FUNDED - 60_000]);
    await processor.play(`uses/${bought.authorizationId}/refund`, { amount: '10000' });
    await received();
    expect(await balances(api, customerId, 'USD')).toEqual([FUNDED - 50_000, FUNDED - 50_000]);
    expect(await processor.read('settlements')).toMatchObject([{ currency: 'USD', amount: '50000', count: 2 }]);
    const positions = await deployment.command('positions');
    expect(positions.stdout).toContain('clearing:acme-cards');
  });

  it('has a dispute about a use: charged back, won, and represented', async () => {
    const bought = await processor.purchase(card.id, { amount: '4000' });
    await processor.play(`uses/${bought.authorizationId}/clear`);
    await received();
    const [before] = await balances(api, customerId, 'USD');
    const told = async (event: string, amount: string) => {
      await processor.play(`uses/${bought.authorizationId}/dispute`, { event, amount, reason: 'FRAUD' });
      await received();
    };
    const disputes = async () => {
      const listed = await deployment.command('platform', 'list', '--json');
      const all = JSON.parse(listed.stdout) as readonly { platformId: string; environment: string }[];
      const { platformId } = all.find(({ environment }) => environment === 'PRODUCTION')!;
      const of = ['--platform', platformId, '--environment', 'PRODUCTION'];
      const { stdout } = await deployment.command('card', 'disputes', ...of, '--json');
      return JSON.parse(stdout) as readonly { readonly id: string }[];
    };
    await told('chargeback', '4000');
    expect(await disputes()).toMatchObject([{ status: 'CHARGED_BACK', received: '4000', reason: 'FRAUD' }]);
    expect(await balances(api, customerId, 'USD')).toEqual([before, before]);
    await told('fee_collection', '1500');
    await told('won', '0');
    expect(await disputes()).toMatchObject([{ status: 'WON', received: '0', paid: '4000', fees: '1500' }]);
    expect(await balances(api, customerId, 'USD')).toEqual([before + 4_000, before + 4_000]);
    expect(await use()).toMatchObject({ status: 'REFUNDED' });
    await told('representment', '1000');
    expect(await disputes()).toMatchObject([{ status: 'WON', received: '0', paid: '3000' }]);
    expect(await balances(api, customerId, 'USD')).toEqual([before + 3_000, before + 3_000]);
  });

  it('is charged for what the processor approved while the host was away', { timeout: 60_000 }, async () => {
    const [before] = await balances(api, customerId, 'USD');
    await host.stop();
    const bought = await processor.purchase(card.id, { amount: '5000' });
    expect(bought).toMatchObject({ outcome: 'APPROVED', by: 'processor' });
    await processor.play(`uses/${bought.authorizationId}/clear`);
    await processor.restart();
    host = await deployment.start();
    await received();
    expect(await balances(api, customerId, 'USD')).toEqual([before - 5_000, before - 5_000]);
    expect(await use()).toMatchObject({ status: 'SETTLED', issuerTransactionToken: bought.authorizationId });
  });

  it('has no effect by a forged message', async () => {
    const before = await balances(api, customerId, 'USD');
    const url = `${new URL(host.baseUrl).origin}/cards/acme-cards/callbacks/events`;
    const body = JSON.stringify({ kind: 'balance' });
    const forged = await fetch(url, { method: 'POST', body, headers: { 'webhook-id': 'x', 'webhook-timestamp': '1' } });
    expect(forged.status).toBe(401);
    expect(await balances(api, customerId, 'USD')).toEqual(before);
  });

  it('knows the state of a card that the platform froze, and closes it for good', async () => {
    await expecting(200, api.patch(`/cards/${card.id}`, { state: 'FROZEN' }));
    const states = async () => (await processor.read<readonly { readonly state: string }[]>('cards'))[0]!.state;
    await eventually('the frozen card at the processor', async () => (await states()) === 'FROZEN');
    expect(await processor.purchase(card.id, { amount: '1' })).toMatchObject({ outcome: 'DECLINED' });
    await expecting(200, api.patch(`/cards/${card.id}`, { state: 'CLOSED' }));
    await eventually('the closed card at the processor', async () => (await states()) === 'CLOSED');
  });
});
