import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type BaseRecord, houseTenant, type KindOf, readAll, type TenantKey } from '../kernel/index.js';
import { QUOTES } from '../quotes/index.js';
import { PROVIDER_ACCOUNTS, STABLECOIN_OPERATIONS, STABLECOIN_QUOTES } from '../stablecoins/index.js';
import { messageTables, QUIET, type Table } from '../testing/blocked/message-table.js';
import type { OpenScene, Scene } from '../testing/blocked/scene.js';
import { lightningDirectory } from '../testing/lightning-directory.js';
import { type BlockedKind, playBlocks, TEXTS } from '../testing/play-blocks.js';
import { valueOf } from '../testing/play-core.js';
import { fixedClock } from '../testing/ports.js';
import { DEPOSITS, TRANSACTIONS } from '../transactions/index.js';
import { BOOKINGS } from '../treasury/index.js';
import { UMA_RECEIPTS } from '../uma/records.js';

const directory = lightningDirectory();

const REASON =
  /^an operator has to decide about this (money|payment)(: .+ (is|are) blocked)?(; the money is in transit)?$/;
const MONTH = 30 * 86_400;

/** What a message has done: to balances and records, by exceptions and events, and at rails and issuers. */
interface Seen {
  readonly balances: readonly string[];
  readonly asked: readonly string[];
  readonly exceptions: readonly string[];
  readonly events: readonly string[];
  readonly states: readonly string[];
}

const RECORDS = [
  ...[TRANSACTIONS, DEPOSITS, QUOTES, UMA_RECEIPTS],
  ...[STABLECOIN_OPERATIONS, STABLECOIN_QUOTES, PROVIDER_ACCOUNTS],
] as unknown as readonly KindOf<Stated>[];

async function stateOf({ play, customerId, asked }: Scene): Promise<Seen> {
  const { core, storage, tenant, delivered } = play;
  const balances: string[] = [];
  for (const owner of [{ customerId }, { ownerType: 'PLATFORM' } as const]) {
    const { data } = valueOf(await play.read(core.accounts.listInternal, owner));
    balances.push(...data.map(({ account, available, held }) => `${account.currency} ${available} ${held}`));
  }
  const read = (of: TenantKey) =>
    storage.units.read(of, async (reads) => ({
      exceptions: (await readAll(reads, EXCEPTIONS)).map(({ kind, status, amount }) => `${kind} ${status} ${amount}`),
      states: (await Promise.all(RECORDS.map((kind) => readAll(reads, kind)))).flatMap((records) =>
        records.map(({ status, refundStatus, providerStatus, notifiedAt }) =>
          [status, refundStatus, providerStatus, notifiedAt].join(' '),
        ),
      ),
      bookings: (await readAll(reads, BOOKINGS)).map(({ kind, amount }) => `${kind} ${amount}`),
    }));
  const [own, house] = [await read(tenant), await read(houseTenant('SANDBOX'))];
  return {
    balances,
    asked: [...asked],
    exceptions: [...own.exceptions, ...house.exceptions],
    events: delivered.map(({ type }) => type).filter((type) => !/^CUSTOMER\.(UN)?BLOCKED$/.test(type)),
    states: [...own.states, ...house.bookings],
  };
}

interface Stated extends BaseRecord {
  readonly status: string;
  readonly refundStatus?: string | null;
  readonly providerStatus?: string | null;
  readonly notifiedAt?: number | null;
}

/** Where money is, and what was asked for. */
const moneyOf = ({ balances, asked }: Seen) => ({ balances, asked });

const isRefusal = (answer: unknown): boolean => {
  const { ok = true, value } = (answer ?? {}) as { ok?: boolean; value?: { approved?: boolean } };
  return !ok || value?.approved === false;
};

/** Opens a scene, blocks one of its parties, and tells the message. */
async function played(open: OpenScene, blocked: BlockedKind | null) {
  const scene = await open();
  const { play, customerId, payee } = scene;
  const blocks = await playBlocks(play);
  const subject = { customers: customerId, 'external-accounts': payee!, platforms: '' };
  if (blocked !== null) await blocks.block(blocked, subject[blocked]);
  // Settings of a platform are read again after a second.
  play.clock.advance(1);
  const before = await stateOf(scene);
  const answer = await scene.tell();
  await play.pass(0);
  const after = await stateOf(scene);
  expect((await play.core.ledger.audit()).findings).toEqual([]);
  const told = JSON.stringify(play.delivered, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
  for (const text of Object.values(TEXTS)) expect(told).not.toContain(text);
  return {
    scene,
    before,
    after,
    isRefused: isRefusal(answer),
    unblock: () => blocks.unblock(blocked!, subject[blocked!]),
  };
}

async function expectHeld(
  { scene, before, after, isRefused, unblock }: Awaited<ReturnType<typeof played>>,
  kind: string,
) {
  const { play } = scene;
  expect(moneyOf(after)).toEqual(moneyOf(before));
  expect(isRefused).toBe(false);
  const open = await play.storage.units.read(play.tenant, (reads) => readAll(reads, EXCEPTIONS, { status: 'OPEN' }));
  const holds = open.filter((exception) => exception.kind === kind);
  expect(holds).toHaveLength(1);
  expect(holds[0]!.reason).toMatch(REASON);
  // Neither time nor the end of the block releases what is held.
  await unblock();
  await play.pass(MONTH);
  const later = await stateOf(scene);
  expect(moneyOf(later)).toEqual(moneyOf(after));
  expect((await play.core.ledger.audit()).findings).toEqual([]);
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: fixedClock().now() }));
afterEach(() => vi.useRealTimers());

const KINDS = ['customers', 'external-accounts', 'platforms'] as const;

describe.each(Object.entries(messageTables(directory)))('a message of %s', (_from, table) => {
  const rows = Object.entries(table as Table<string>).flatMap(([message, cases]) =>
    Object.entries(cases).map(([name, [customer, payee, platform, open]]) => {
      const cells = { customers: customer, 'external-accounts': payee, platforms: platform };
      return [`${message}, ${name}`, cells, open] as const;
    }),
  );
  it.each(rows)('%s, is treated as the table says', async (name, cells, open) => {
    const free = await played(open, null);
    expect(free.isRefused).toBe(false);
    if (QUIET.includes(name)) expect(free.after).toEqual(free.before);
    else expect(free.after).not.toEqual(free.before);
    expect(free.scene.payee === null).toBe(cells['external-accounts'] === null);
    for (const kind of KINDS) {
      const cell = cells[kind];
      if (cell === null) continue;
      const result = await played(open, kind);
      const { before, after, isRefused } = result;
      if (cell === 'booked') expect([kind, isRefused, after]).toEqual([kind, false, free.after]);
      else if (cell === 'refused') expect([kind, isRefused, after]).toEqual([kind, true, before]);
      else {
        expect(moneyOf(free.after)).not.toEqual(moneyOf(free.before));
        await expectHeld(result, cell.slice('held as '.length));
      }
    }
  });
});

it('each message without an effect is in a table', () => {
  const names = Object.values(messageTables(directory)).flatMap((table) =>
    Object.entries(table as Table<string>).flatMap(([message, cases]) =>
      Object.keys(cases).map((name) => `${message}, ${name}`),
    ),
  );
  expect(names).toEqual(expect.arrayContaining([...QUIET]));
});
