import {
  BALANCES,
  type BaseRecord,
  DEPOSITS,
  EVENTS,
  JOBS,
  type KindOf,
  PROVIDER_ACCOUNTS,
  QUOTES,
  STABLECOIN_OPERATIONS,
  TRANSACTIONS,
  UMA_RECEIPTS,
} from '@corridor/core/records';
import { Broken } from './invariants.js';
import { blockedNow, decideHeld, heldNow, unblockAll } from './operations/blocks.js';
import { endKyc, stuckKyc } from './operations/kyc.js';
import { records } from './operations/rails.js';
import { clearAllHits, withdrawAll } from './operations/screening.js';
import { endTravelRule, lostInformation, stuckTransfers } from './operations/travel-rule.js';
import type { Tenant, World } from './world.js';

/** The seconds of each step of the quiet phase, and its steps. */
const QUIET = { steps: 40, seconds: 400 };

/** Without faults and with time, all that has begun ends by itself. What waits for a person or a network may stay. */
export async function becomeQuiet(world: World): Promise<void> {
  world.webhookStatus = 200;
  world.outside.issuer.refusals.clear();
  world.outside.screening.play.isAway = false;
  await world.resume();
  for (let step = 0; step < QUIET.steps; step++) {
    world.advance(QUIET.seconds);
    await renewAccess(world);
    const { core } = await world.host();
    await core.work.drain();
    await clearAllHits(world);
    await endKyc(world);
    await endTravelRule(world);
    await world.check();
  }
  const { core } = await world.host();
  await core.work.sealJournal();
  while ((await core.work.foldFigures()).isBehind);
}

/** Operators end all blocks, which moves nothing, and then decide about what they held. */
export async function releaseHeld(world: World): Promise<void> {
  await unblockAll(world);
  await withdrawAll(world);
  const { core } = await world.host();
  await core.work.drain();
  await world.check();
  await inspect(world, [openPayments]);
  await decideHeld(world);
  await world.check();
}

/** Whether anything is blocked, or held because it was. */
export async function hasHeld(world: World): Promise<boolean> {
  if ((await blockedNow(world)).length > 0) return true;
  const held = await Promise.all(world.tenants.map(({ key }) => heldNow(world, key)));
  return held.flat().some(({ kind }) => kind === 'PAYMENT_HELD');
}

/** Platforms link their accounts at the issuer again, so that the orders go on whose credentials it refuses. */
async function renewAccess(world: World): Promise<void> {
  for (const tenant of world.tenants) {
    for (const { status, providerAccountId } of await records(world, tenant.key, PROVIDER_ACCOUNTS)) {
      if (status === 'ACTIVE') continue;
      const accepted = { provider: 'BRALE', providerAccountId, apiClientId: 'client', apiClientSecret: 'secret' };
      await world.call(tenant, (core) => core.stablecoins.link, accepted);
    }
  }
}

/**
 * Checks that nothing is left open. The audit has found that each payment has the entries and events of its state; here
 * each has a final one.
 */
export const inspectEnd = (world: World): Promise<void> =>
  inspect(world, [openPayments, openWork, heldMoney, lostRecords, stuckKyc, stuckTransfers, lostInformation]);

/** Checks, while blocks hold payments, that all others have ended, and that operators can decide about each of them. */
export const inspectHeld = (world: World): Promise<void> =>
  inspect(world, [openPayments, openWork, lostRecords, stuckTransfers]);

async function inspect(world: World, finders: readonly Finder[]): Promise<void> {
  for (const tenant of world.tenants) {
    for (const find of finders) {
      const findings = await find(world, tenant);
      if (findings.length > 0) throw new Broken(findings.join('\n'));
    }
  }
}

type Finder = (world: World, tenant: Tenant) => Promise<readonly string[]>;

const openPayments: Finder = async (world, { key }) => {
  const held = new Set<unknown>((await heldNow(world, key)).map(({ subject }) => subject));
  // A quote is open as its payment is.
  const isHeld = (record: object): boolean =>
    ['id', 'transactionId'].some((column) => held.has((record as Readonly<Record<string, unknown>>)[column]));
  async function open<T extends BaseRecord>(kind: KindOf<T>, isOpen: (record: T) => boolean, state: keyof T) {
    const left = (await records(world, key, kind)).filter((record) => isOpen(record) && !isHeld(record));
    return left.map((record) => `${record.id} has not ended: it is ${String(record[state])}`);
  }
  return [
    ...(await open(QUOTES, ({ status }) => !['COMPLETED', 'FAILED', 'EXPIRED'].includes(status), 'status')),
    // A card's transaction is open until the network clears it, or its authorization ends.
    ...(await open(TRANSACTIONS, ({ holdEndsAt }) => holdEndsAt !== null && holdEndsAt <= world.now(), 'status')),
    ...(await open(TRANSACTIONS, (one) => ['PENDING', 'PROCESSING'].includes(one.status), 'status')),
    ...(await open(TRANSACTIONS, ({ refundStatus }) => refundStatus === 'PENDING', 'refundStatus')),
    ...(await open(DEPOSITS, ({ status }) => status === 'IN_SUSPENSE', 'status')),
    // PENDING_FUNDING waits for a wire of the platform.
    ...(await open(
      STABLECOIN_OPERATIONS,
      ({ status }) => ['CREATED', 'PENDING_PROVIDER', 'PROCESSING'].includes(status),
      'status',
    )),
    ...(await open(UMA_RECEIPTS, ({ status }) => ['ASKED', 'DEFERRED', 'APPROVED'].includes(status), 'status')),
  ];
};

/** Jobs that look again and again at something of an outside service may stay, but none is late or has failed. */
const openWork: Finder = async (world, { key }) => {
  const jobs = await records(world, key, JOBS);
  const events = await records(world, key, EVENTS);
  return [
    ...jobs.filter(({ dueAt }) => dueAt <= world.now()).map(({ id, kind }) => `${kind} ${id} is due and was not done`),
    ...jobs.flatMap(({ id, kind, lastError }) =>
      lastError === null ? [] : [`${kind} ${id} has failed: ${lastError}`],
    ),
    ...events.filter(({ status }) => status === 'QUEUED').map(({ id, type }) => `${type} ${id} was not delivered`),
    ...events
      .filter(({ id, status }) => status === 'DELIVERED' && !world.received.has(id))
      .map(({ id, type }) => `${type} ${id} is delivered, but the endpoint has not answered it`),
  ];
};

/** Money is held for open payments alone. */
const heldMoney: Finder = async (world, { key }) =>
  (await records(world, key, BALANCES))
    .filter(({ id, held }) => id.startsWith('InternalAccount:') && held !== 0n)
    .map(({ id, held }) => `${id} holds ${held}, but no payment is open`);

/** Records of which a platform has an answer exist. */
const lostRecords: Finder = async (world, tenant) => {
  const all = [...(await records(world, tenant.key, QUOTES)), ...(await records(world, tenant.key, TRANSACTIONS))];
  const stored = new Set<string>(all.map(({ id }) => id));
  return ['quotes', 'transactions']
    .flatMap((kind) => world.list(tenant, kind))
    .filter(({ id }) => !stored.has(id))
    .map(({ id }) => `${id} was answered and does not exist`);
};
