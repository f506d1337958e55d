import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Context, ok, type Result, type Sealer, tenantKey } from '../kernel/index.js';
import { HOST_KEYS } from '../platforms/index.js';
import { fixedClock, reversingSealer } from '../testing/ports.js';
import { createCustodyKey } from './custody-key.js';
import { custodyKeyOf, delegatedKeyOf, HELD_HANDLE, otpTargetOf, walletKeyOf } from './held-handle.js';
import type { HeldKey } from './ports.js';
import { newWallet, WALLETS } from './wallet.js';
import { keyHandleOf } from './wallet-keys.js';

const clock = fixedClock();
const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, 'SANDBOX');
const ctx: Context = { tenant, actor: { kind: 'system' }, requestId: 'r', now: clock.now(), hostNow: clock.now() };
const handleOf = (text: string): string => reversingSealer.seal(text, HELD_HANDLE);

let units: ReturnType<typeof createMemoryStorage>['units'];
let made: number;
beforeEach(() => {
  units = createMemoryStorage().units;
  made = 0;
});

it('a sealed handle is bound to the record and the column that store it', () => {
  expect([walletKeyOf('1'), delegatedKeyOf('2'), otpTargetOf('3'), custodyKeyOf('4')]).toEqual([
    { table: 'wallets', row: '1', column: 'keyHandle' },
    { table: 'delegated_keys', row: '2', column: 'keyHandle' },
    { table: 'wallet_credentials', row: '3', column: 'otpTarget' },
    { table: 'host_keys', row: '4', column: 'sealedPrivateKey' },
  ]);
});

describe('the key that signs for custody', () => {
  const custody = {
    createKey: async (): Promise<Result<HeldKey>> => {
      made += 1;
      return ok({ publicKey: `public ${made}`, handle: handleOf(`private ${made}`) });
    },
  };
  const ports = (sealer: Sealer = reversingSealer) => ({ units, clock, sealer, custody });
  const first = { publicKey: 'public 1', handle: handleOf('private 1') };

  it('is created on first use, sealed for its record, and shared by all hosts of a database', async () => {
    const host = createCustodyKey(ports());
    expect(made).toBe(0);
    expect(await Promise.all([host(), host()])).toEqual([ok(first), ok(first)]);
    expect(await createCustodyKey(ports())()).toEqual(ok(first));
    expect(made).toBe(1);
    const stored = await units.read(null, (reads) => reads.get(HOST_KEYS, 'wallet-custody'));
    expect(stored).toEqual({
      id: 'wallet-custody',
      tenant: 'host',
      version: 1,
      createdAt: clock.now(),
      updatedAt: clock.now(),
      publicKey: 'public 1',
      sealedPrivateKey: reversingSealer.seal('private 1', custodyKeyOf('wallet-custody')),
    });
  });

  it('is the one that was stored first if two hosts create one at once', async () => {
    const two = {
      createKey: async () => {
        // Another host is faster.
        expect(await createCustodyKey(ports())()).toEqual(ok(first));
        return ok({ publicKey: 'late', handle: handleOf('late') });
      },
    };
    expect(await createCustodyKey({ ...ports(), custody: two })()).toEqual(ok(first));
  });

  it('is loaded again after a failure, and only then', async () => {
    let reads = 0;
    let fails = true;
    const failing: typeof units = {
      ...units,
      run: units.run.bind(units),
      read: async (of, work) => {
        reads += 1;
        if (fails) throw new Error('no database');
        return units.read(of, work);
      },
    };
    const key = createCustodyKey({ ...ports(), units: failing });
    await expect(key()).rejects.toThrow('no database');
    fails = false;
    expect(await key()).toEqual(ok(first));
    const used = reads;
    expect(await key()).toEqual(ok(first));
    expect(reads).toBe(used);
  });

  it('is not used if it could not be stored', async () => {
    const full: typeof units = {
      ...units,
      read: (of, work) => units.read(of, work),
      run: async () => ({ ok: false, error: { code: 'SERVICE_UNAVAILABLE', message: 'full' } }),
    };
    await expect(createCustodyKey({ ...ports(), units: full })()).rejects.toThrow('full');
    const forgetful: typeof units = { ...full, run: async () => ok(undefined as never) };
    await expect(createCustodyKey({ ...ports(), units: forgetful })()).rejects.toThrow('cannot be read');
  });
});

describe('the keys of a wallet', () => {
  const id = 'InternalAccount:018f0000-0000-7000-8000-000000000001' as never;
  const custody = {
    createWallet: async () => {
      made += 1;
      return ok(handleOf(`words ${made}`));
    },
    addressesOf: async () => ok(new Map<string, string>()),
  };
  const ask = (createWallet = custody.createWallet) =>
    keyHandleOf({ units, sealer: reversingSealer, custody: { ...custody, createWallet } }, ctx, id);
  const stored = () => units.read(tenant, (reads) => reads.get(WALLETS, id));
  const kept = { keyHandle: reversingSealer.seal('words 1', walletKeyOf(id)) };

  it('of an account without a record of its wallet are created with the record', async () => {
    expect(await ask()).toEqual(ok(handleOf('words 1')));
    expect(await stored()).toEqual({ ...newWallet(ctx, id, 0), ...kept });
    expect(await ask()).toEqual(ok(handleOf('words 1')));
    expect(made).toBe(1);
  });

  it('are added to a wallet that has none, and its count of credentials stays', async () => {
    await units.run(tenant, async (tx) => ok(tx.add(WALLETS, newWallet(ctx, id, 3))));
    expect(await ask()).toEqual(ok(handleOf('words 1')));
    expect(await stored()).toEqual({ ...newWallet(ctx, id, 3), ...kept, version: 2 });
  });

  it('are not stored if another call adds the record at the same moment: CONFLICT', async () => {
    await ask();
    /** Reads as before the other call. */
    const early: typeof units = {
      ...units,
      read: async () => null as never,
      run: (of, work) =>
        units.run(of, (tx) =>
          work(new Proxy(tx, { get: (to, name) => (name === 'get' ? async () => null : Reflect.get(to, name, to)) })),
        ),
    };
    expect(await keyHandleOf({ units: early, sealer: reversingSealer, custody }, ctx, id)).toMatchObject({
      error: { code: 'CONFLICT', details: { retryAfter: 1 } },
    });
    expect(await stored()).toMatchObject(kept);
  });

  it('are the first ones if two calls create some at once', async () => {
    const late = async () => {
      expect(await ask()).toEqual(ok(handleOf('words 1')));
      return ok(handleOf('late'));
    };
    expect(await ask(late)).toEqual(ok(handleOf('words 1')));
    expect(await stored()).toMatchObject(kept);
  });
});
