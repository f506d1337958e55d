import { ok } from '@corridor/core';
import { expect, test } from 'vitest';
import { Unavailable } from '../port/storage.js';
import { ALICE, T0 } from '../testing/records.js';
import { gated, type Parts } from './gate.js';

/** Parts that note their calls; units of work last until `end`. */
function parts() {
  const calls: string[] = [];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const noting = <T>(name: string, value: T) => {
    return async (): Promise<T> => {
      calls.push(name);
      return value;
    };
  };
  const store = (name: string) => ({
    claim: noting(`${name}.claim`, []),
    nextDue: noting(`${name}.nextDue`, null),
    moveDue: noting(`${name}.moveDue`, 0),
    correctClock: noting(`${name}.correctClock`, 0),
    isDue: noting(`${name}.isDue`, true),
    undelivered: noting(`${name}.undelivered`, []),
  });
  const made = {
    units: {
      run: async () => {
        calls.push('run');
        await ended;
        return ok();
      },
      read: noting('read', 1),
      removeExpired: noting('removeExpired', 7),
    },
    jobs: store('jobs'),
    outbox: store('outbox'),
    migrate: noting('migrate', undefined),
    ready: noting('ready', true),
    inspect: noting('inspect', { missing: [], unknown: [], now: null }),
    exchangeSkew: noting('exchangeSkew', []),
    refuseOthers: noting('refuseOthers', undefined),
    eraseRemains: noting('eraseRemains', undefined),
    close: noting('close', undefined),
  };
  return { calls, end: () => end(), storage: gated(made as unknown as Parts) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('closes once, when the work that was running has ended', async () => {
  const { calls, end, storage } = parts();
  const running = storage.units.run(ALICE, async () => ok());
  const closed = [storage.close(), storage.close()];
  await turn();
  expect(calls).toEqual(['run']);
  end();
  expect(await running).toEqual(ok());
  await Promise.all([...closed, storage.close()]);
  expect(calls).toEqual(['run', 'close']);
});

test('closes at once if no work is running', async () => {
  const { calls, end, storage } = parts();
  end();
  await storage.units.run(ALICE, async () => ok());
  await storage.close();
  expect(calls).toEqual(['run', 'close']);
});

test('waits for the last of several units of work', async () => {
  const { calls, end, storage } = parts();
  const running = storage.units.run(ALICE, async () => ok());
  await storage.units.read(ALICE, async () => 1);
  const closed = storage.close();
  await turn();
  expect(calls).toEqual(['run', 'read']);
  end();
  await Promise.all([running, closed]);
  expect(calls).toEqual(['run', 'read', 'close']);
});

test('is ready until it is closed', async () => {
  const { calls, storage } = parts();
  expect(await storage.ready()).toBe(true);
  const closed = storage.close();
  expect(await storage.ready()).toBe(false);
  await closed;
  expect(calls).toEqual(['ready', 'close']);
});

test('refuses every call after it is closed, and reaches the database with none', async () => {
  const { calls, storage } = parts();
  await storage.close();
  expect(await storage.units.run(ALICE, async () => ok())).toMatchObject({
    ok: false,
    error: { code: 'SERVICE_UNAVAILABLE' },
  });
  const { jobs, outbox, units } = storage;
  const calling: readonly (() => Promise<unknown>)[] = [
    () => units.read(ALICE, async () => 1),
    () => units.removeExpired(ALICE, null as never, T0, 1),
    ...[jobs, outbox].flatMap((store) => Object.values(store).map((call) => () => call(null as never, null as never))),
    () => storage.migrate(),
    () => storage.inspect(),
  ];
  for (const call of calling) await expect(call()).rejects.toThrow(new Unavailable('the storage is closed'));
  expect(calls).toEqual(['close']);
});
