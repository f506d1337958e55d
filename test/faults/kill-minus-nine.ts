import { expect } from 'vitest';
import { createApi, expecting, refused } from '../support/api.js';
import { type Chance, chanceOf, faultSeed } from '../support/chance.js';
import { eventually, pause } from '../support/eventually.js';
import { BOOTSTRAP, createDeployment, type DatabaseKind, type Deployment } from '../support/host.js';
import { type Receiver, webhookReceiver } from '../support/webhook-receiver.js';
import {
  auditIsClean,
  everyEventArrived,
  everythingAcknowledgedIsThereOnce,
  everythingSettles,
  paymentsWereTold,
} from './everything-told.js';
import { type Load, startLoad } from './load.js';

/** Every fourth kill waits for a webhook in flight, and so does the last one. */
const WEBHOOK_EVERY = 4;
const CLIENTS = 6;
/** The clock of the next host is ahead by this many seconds, so that the leases of the killed host have expired. */
const DOWN_SECONDS = 31;

/** A receiver that answers within 25 ms, so that kills hit webhooks in flight. */
async function slowReceiver(chance: Chance): Promise<Receiver & { open(): number }> {
  const receiver = await webhookReceiver();
  let open = 0;
  receiver.answerWith((_delivery, response) => {
    open += 1;
    response.once('close', () => (open -= 1));
    setTimeout(() => response.writeHead(200).end(), chance.under(25));
  });
  return { ...receiver, open: () => open };
}

interface Tally {
  /** Requests and webhooks in flight at the kills, over all kills. */
  requests: number;
  webhooks: number;
}

async function killOverAndOver(
  deployment: Deployment,
  receiver: Receiver & { open(): number },
  { kills, seed }: { readonly kills: number; readonly seed: string },
) {
  const chance = chanceOf(`${seed}/kills`);
  let ahead = 0;
  const start = () => deployment.launch({}, { movableClock: true, clockAhead: ahead });
  let host = await start();
  const api = createApi(() => host.baseUrl, BOOTSTRAP);
  await expecting(200, api.patch('/config', { webhookEndpoint: receiver.url }));
  const load = await startLoad(api, { clients: CLIENTS, seed });
  const tally: Tally = { requests: 0, webhooks: 0 };

  for (let kill = 1; kill <= kills; kill++) {
    const enough = load.client.acknowledged.length + chance.under(24);
    await eventually('answers', () => (load.check(), load.client.acknowledged.length >= enough), { withinMs: 60_000 });
    await pause(chance.under(20));
    // On a slow machine, webhooks are in flight for a small part of the time.
    if (kill % WEBHOOK_EVERY === 0 || kill === kills)
      await eventually('a webhook in flight', () => receiver.open() > 0, { withinMs: 60_000, everyMs: 1 });

    let up = (): void => undefined;
    const killed = host.kill();
    tally.requests += load.client.inFlight();
    tally.webhooks += receiver.open();
    load.client.holdUntil(new Promise<void>((resolve) => (up = resolve)));
    await killed;
    ahead += DOWN_SECONDS;
    host = await start();
    await auditIsClean(deployment);
    await answersAreRepeated(api, load, chance);
    up();
  }

  await load.stop();
  await everythingSettles(deployment, host);
  return { api, load, tally, host };
}

const AMOUNTS = ['amount', 'currencyAmount', 'lockedCurrencyAmount'];

/** An earlier write that is sent again under its key has the same answer, and is refused with another body. */
async function answersAreRepeated(api: ReturnType<typeof createApi>, load: Load, chance: Chance): Promise<void> {
  const { path, body, idempotencyKey, status, text } = chance.of(load.client.acknowledged);
  const again = await api.post(path, body, { idempotencyKey });
  expect(again).toMatchObject({ status, text });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const amount = AMOUNTS.find((field) => body !== undefined && field in body);
  if (amount === undefined) return;
  await refused(409, 'CONFLICT', api.post(path, { ...body, [amount]: 1 }, { idempotencyKey }));
}

/**
 * Kills a host under load over and over. Every acknowledged payment is there once, the books are right, and each event
 * is delivered. `series` draws other moments for the kills.
 */
export async function survivesKills(database: DatabaseKind, kills: number, series = 1): Promise<void> {
  const seed = faultSeed(`kill -9 on ${database}, series ${series}`);
  const receiver = await slowReceiver(chanceOf(`${seed}/receiver`));
  const deployment = await createDeployment(database);
  try {
    const { api, load, tally, host } = await killOverAndOver(deployment, receiver, { kills, seed });
    await everythingAcknowledgedIsThereOnce(api, load);
    paymentsWereTold(load, await everyEventArrived(deployment, receiver));
    await host.stop();
    await deployment.audit();

    const repeated = receiver.deliveries.length - new Set(receiver.deliveries.map(({ event }) => event.id)).size;
    process.stdout.write(
      `${database}: ${kills} kills, ${load.payments.length} payments, ${load.client.acknowledged.length} answers, ` +
        `cut off ${tally.requests} requests and ${tally.webhooks} webhooks, ${repeated} webhooks came again\n`,
    );
    // The kills happened under load.
    expect(tally.requests).toBeGreaterThan(kills);
    expect(load.client.lostAnswers()).toBeGreaterThan(0);
    expect(tally.webhooks).toBeGreaterThan(0);
    expect(repeated).toBeGreaterThan(0);
  } finally {
    await receiver.close();
    await deployment.remove();
  }
}
