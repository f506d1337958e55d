import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { type CurrencyCode, err, ok } from '@corridor/core';
import { createRailStore } from '@corridor/core/internal';
import type { RailStore, RailTelling, TellCore, UnitOfWork } from '@corridor/core/ports';
import { fixedClock } from '@corridor/core/testing';
import { createSealer } from '../custody/sealer.js';
import { createDeposits, type DepositsPorts } from '../evm/deposits/index.js';
import type { Address, EvmNodes } from '../evm/nodes.js';
import { followedDeposits } from '../evm/treasury/followed-deposits.js';
import type { EvmSender, Intent } from '../evm/sender.js';
import { addressWith } from './memory-chain.js';

export const USDC = addressWith('aaaa', 1);
export const USDT = addressWith('aaaa', 2);
export const TREASURY = addressWith('cccc', 1);
export const COLD = addressWith('cccc', 2);

/** The deposit address with this index, in place of a derived one. */
export const depositAddress = (index: number): Address => addressWith('dddd', index);
export const payer = (number: number): Address => addressWith('eeee', number);

export const TOKENS: ReadonlyMap<Address, CurrencyCode> = new Map([
  [USDC, 'USDC' as CurrencyCode],
  [USDT, 'USDT' as CurrencyCode],
]);

/** A sender that keeps what it is given. */
export function memorySender(): EvmSender & { readonly intents: Intent[] } {
  const intents: Intent[] = [];
  return {
    intents,
    add: async (_, intent) => {
      if (!intents.some(({ key }) => key === intent.key)) intents.push(intent);
    },
    status: () => Promise.resolve(null),
    withdraw: () => Promise.resolve(false),
    run: () => Promise.resolve(1),
    condition: () => Promise.resolve({ backlog: {}, problems: [] }),
  };
}

type Arrival = Extract<RailTelling, { readonly kind: 'arrival' }>;

/** The ledger's side: what arrived and what was taken back, by the ids of the messages. */
export function listeningLedger() {
  const told: RailTelling[] = [];
  const arrivals = new Map<string, Arrival>();
  const reversed = new Set<string>();
  const shown = (message: RailTelling): string =>
    JSON.stringify(message, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
  const byId = new Map<string, string>();
  const tell: TellCore = async (message) => {
    const id = message.kind === 'arrival' ? message.paymentId : message.messageId;
    const before = byId.get(id);
    if (before !== undefined) {
      if (before !== shown(message)) throw new Error(`a repetition of ${id} has other content: ${shown(message)}`);
      return ok({ effect: 'NONE', subject: null });
    }
    if (message.kind === 'reversal' && !arrivals.has(message.paymentId)) return err('REFERENCE_NOT_FOUND');
    byId.set(id, shown(message));
    told.push(message);
    if (message.kind === 'arrival') arrivals.set(id, message);
    if (message.kind === 'reversal') reversed.add(message.paymentId);
    return ok({ effect: 'APPLIED', subject: null });
  };
  const credited = (): readonly Arrival[] => [...arrivals.values()].filter(({ paymentId }) => !reversed.has(paymentId));
  return { told, arrivals, reversed, tell, credited };
}

export interface PlayDepositsOptions extends Partial<Omit<DepositsPorts, 'nodes' | 'store'>> {
  readonly nodes: EvmNodes;
  readonly store?: RailStore;
  readonly units?: UnitOfWork;
}

export const CLOCK = fixedClock();

export const depositStore = (units: UnitOfWork = createMemoryStorage().units, name = 'base'): RailStore =>
  createRailStore({ units, clock: CLOCK, sealer: createSealer(new Uint8Array(32)) }, 'SANDBOX', name);

/** The deposits of a connection, over a database in memory unless another one is given. */
export function playDeposits({ nodes, units, store = depositStore(units), ...over }: PlayDepositsOptions) {
  const sender = memorySender();
  const ports: DepositsPorts = {
    name: 'base',
    environment: 'SANDBOX',
    network: 'BASE',
    tokens: TOKENS,
    confirmations: 3,
    startBlock: 0n,
    refunds: null,
    pollSeconds: 2,
    treasury: TREASURY,
    ownAddresses: [COLD],
    keys: { addressOf: depositAddress, privateKeyOf: () => '0x' },
    nodes,
    sender,
    screening: null,
    store,
    clock: CLOCK,
    log: { info: () => {}, warn: () => {} },
    addressesOf: () => Promise.resolve(10),
    ...over,
  };
  return { deposits: createDeposits(ports), ports, store, sender: ports.sender as typeof sender };
}

/** What the treasury learns of deposits that core does not know, by currency. */
export const untoldAt = (store: RailStore, at: bigint): Promise<ReadonlyMap<string, bigint>> =>
  store.read(async (records) => {
    const sums = new Map<string, bigint>();
    for (const { token, amount } of await followedDeposits.untold(records, at)) {
      const currency = TOKENS.get(token)!;
      sums.set(currency, (sums.get(currency) ?? 0n) + amount);
    }
    return sums;
  });
