import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { createSealer, systemClock } from '@corridor/adapters-rails/custody';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { type CurrencyCode, ok } from '@corridor/core';
import { createRailStore } from '@corridor/core/internal';
import type { TellCore } from '@corridor/core/ports';
import type * as Deposits from '../../../packages/adapters-rails/src/evm/deposits/index.js';
import {
  addressWith,
  hashOf,
  memoryChain,
  type MemoryTransaction,
} from '../../../packages/adapters-rails/src/testing/memory-chain.js';
import { chanceOf } from '../../support/chance.js';
import { interleave, type Side } from '../rounds.js';
import type { Row } from '../row.js';
import { type Scope, withScope } from '../scratch.js';
import { repository } from '../service/host.js';

const MANY = 1_000_000;
const FEW = 1_000;
/** Transfers of a block, and one in how many pays a deposit address. */
const TRANSFERS = 200;
const DEPOSIT_ONE_IN = 10;

const USDC = addressWith('aaaa', 1);
const depositAddress = (index: number) => addressWith('dddd', index);
const payer = (number: number) => addressWith('eeee', number);

/** The deposits of a connection. The package exports only the whole connection. */
async function createDeposits(ports: Deposits.DepositsPorts): Promise<Deposits.Deposits> {
  const file = join(repository(), 'packages/adapters-rails/dist/evm/deposits/index.js');
  const { createDeposits: create } = (await import(pathToFileURL(file).href)) as typeof Deposits;
  return create(ports);
}

const unused = (): never => {
  throw new Error('following blocks does not send');
};

/** Microseconds from a new block until core knows its deposits. */
async function following(scope: Scope, addresses: number): Promise<Side> {
  const storage = createSqliteStorage({ path: join(await scope.folder(), 'corridor.db') });
  scope.use({ stop: storage.close });
  await storage.migrate();
  const chain = memoryChain(1);
  let told = 0;
  const tell: TellCore = async ({ kind }) => {
    if (kind === 'arrival') told += 1;
    return ok({ effect: 'APPLIED', subject: null });
  };
  const deposits = await createDeposits({
    name: 'base',
    environment: 'PRODUCTION',
    network: 'BASE',
    tokens: new Map([[USDC, 'USDC' as CurrencyCode]]),
    confirmations: 1,
    startBlock: 0n,
    refunds: null,
    pollSeconds: 1,
    treasury: addressWith('cccc', 1),
    ownAddresses: [],
    // A key derived from the mnemonic costs the same for each new address, whatever their number.
    keys: { addressOf: depositAddress, privateKeyOf: unused },
    nodes: chain.nodes,
    sender: { add: unused, status: unused, withdraw: unused, run: unused, condition: unused },
    screening: null,
    store: createRailStore(
      { units: storage.units, clock: systemClock, sealer: createSealer(new Uint8Array(32)) },
      'PRODUCTION',
      'base',
    ),
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined },
    addressesOf: () => Promise.resolve(addresses),
  });
  const follow = async (): Promise<void> => {
    while ((await deposits.run(tell)) === 0);
  };
  await follow();
  const chance = chanceOf('bench');
  let mined = 0;
  const transfer = (_: unknown, position: number): MemoryTransaction => ({
    hash: hashOf(`transaction ${mined}/${position}`),
    events: [
      {
        token: USDC,
        from: payer(position),
        to: position % DEPOSIT_ONE_IN === 0 ? depositAddress(chance.under(addresses)) : payer(chance.under(MANY)),
        value: 1_000_000n,
      },
    ],
  });
  return async (seconds) => {
    let followed = 0;
    let spent = 0;
    while (spent < seconds * 1000) {
      mined += 1;
      chain.mine(Array.from({ length: TRANSFERS }, transfer));
      const begun = performance.now();
      await follow();
      spent += performance.now() - begun;
      followed += 1;
    }
    const expected = mined * (TRANSFERS / DEPOSIT_ONE_IN);
    if (told !== expected) throw new Error(`${told} of ${expected} deposits reached core`);
    return (spent / followed) * 1000;
  };
}

const known: Row = {
  number: 19,
  title: 'following a block with 1,000,000 known deposit addresses ÷ with 1,000',
  target: { atMost: 1.3 },
  unit: 'µs',
  notes: [
    `on SQLite; a block has ${TRANSFERS} transfers of the token, one in ${DEPOSIT_ONE_IN} of which pays a deposit address; from the new block until core knows its deposits; the chain is in memory`,
  ],
  measure: ({ rounds, seconds }) =>
    withScope(async (scope) => {
      const [measured, baseline] = [await following(scope, MANY), await following(scope, FEW)];
      return { rounds: await interleave(measured, baseline, rounds, seconds) };
    }),
};

export const EVM_DEPOSIT_ROWS: readonly Row[] = [known];
