import { DATABASES } from '../../../../adapters-storage/src/testing/backends.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { depositPasses } from '../../testing/deposit-pass.js';
import {
  depositAddress,
  depositStore,
  listeningLedger,
  payer,
  playDeposits,
  USDC,
} from '../../testing/evm-deposits.js';
import { hashOf, memoryChain } from '../../testing/memory-chain.js';

describe.each(DATABASES)('two hosts on $name', (backend) => {
  let database: Awaited<ReturnType<typeof backend.create>>;
  let storages: ReturnType<typeof database.open>[];

  beforeAll(async () => {
    database = await backend.create();
    storages = [database.open(), database.open()];
    await storages[0]!.migrate();
  });
  afterAll(async () => {
    for (const storage of storages) await storage.close();
    await database.drop();
  });

  it('that run at the same time credit each deposit once, through reorganisations before and after the telling', async () => {
    const chain = memoryChain(2);
    const ledger = listeningLedger();
    const hosts = storages.map(({ units }) => playDeposits({ nodes: chain.nodes, units, startBlock: 0n }));
    const both = () => Promise.all(hosts.map(({ deposits }) => deposits.run(ledger.tell)));
    const payments = Array.from({ length: 40 }, (_, number) => ({
      hash: hashOf(`payment ${number}`),
      events: [0, 1].map((part) => ({
        token: USDC,
        from: payer(number),
        to: depositAddress((number + part) % 10),
        value: BigInt(number * 2 + part + 1),
      })),
    }));
    for (let first = 0; first < 40; first += 10) {
      chain.mine(payments.slice(first, first + 10));
      await both();
    }
    // The last ten were not confirmed; of the ten before, half come back in another block.
    chain.reorg(2, [[], payments.slice(20, 25), payments.slice(30), []]);
    for (let pass = 0; pass < 6; pass += 1) {
      await both();
      chain.mine();
    }
    await both();
    const left = [...payments.slice(0, 25), ...payments.slice(30)];
    expect(
      ledger
        .credited()
        .map(({ amount }) => amount)
        .sort(),
    ).toEqual(left.flatMap(({ events }) => events.map(({ value }) => value)).sort());
    expect(ledger.reversed.size).toBe(10);
  });

  it('answer a lookup of the recipients of a block by keys, however many addresses exist', async () => {
    const store = depositStore(storages[0]!.units, 'ethereum');
    let looks = 0;
    const counted = {
      ...store,
      read: (work: Parameters<typeof store.read>[0]) =>
        store.read((records) =>
          work({
            ...records,
            getMany: (collection, keys) => {
              if (collection === 'deposit-addresses') looks += keys.length;
              return records.getMany(collection, keys);
            },
            list: (collection, query) => {
              expect(collection).not.toBe('deposit-addresses');
              return records.list(collection, query);
            },
          }),
        ),
    } as typeof store;
    const passes = await depositPasses({
      store: counted,
      addresses: 500,
      blocks: 1,
      transfersPerBlock: 100,
      depositsPerBlock: 0,
    });
    await passes.seconds();
    expect(looks).toBe(100);
  });
});
