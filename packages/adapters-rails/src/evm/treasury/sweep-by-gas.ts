import { ok } from '@corridor/core';
import type { RailRecord, RailRecords, RailValue, RailWrites } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import { l1FeeOf } from '../fees/l1-fee.js';
import type { Address } from '../nodes.js';
import { compareCoins, depositCoins, gweiUp } from './coins.js';
import { transferCall } from '../token-transfer.js';
import { available, dueHolders, endSweep, holderIn, holderOf, startSweep } from './holders.js';
import { followedBlock } from './movements.js';
import type { TreasuryParts } from './parts.js';

/** By token, address and serial number: each sweep of a token whose holders cannot authorize transfers. */
const SWEEPS = 'gas-sweeps';

/**
 * - `FUNDING`: the address needs coins for the gas of its transfer.
 * - `SENDING`: its transfer is with the sender.
 * - `ENDED`: its transfer is concluded; the sweep is over when the events are counted.
 */
type SweepState = 'FUNDING' | 'SENDING' | 'ENDED';

interface GasSweep {
  readonly token: Address;
  readonly address: Address;
  readonly index: number;
  readonly amount: bigint;
  /** How often gas was sent. */
  readonly fundings: number;
  /** The intent that sends gas now; null if none does. */
  readonly funding: string | null;
  /** The block in which the newest gas arrived, or the transfer was mined. */
  readonly block: bigint;
  /** Why the token refuses the transfer, which is tried again at this time (milliseconds since 1970); null if it does not. */
  readonly refused: { readonly reason: string; readonly until: number } | null;
}

const sweepIn = ({ value }: Pick<RailRecord, 'value'>): GasSweep => value as unknown as GasSweep;
const valueOf = (sweep: GasSweep): RailValue => ({ ...sweep });

const PAGE = 100;
const RETRY_MS = 3_600_000;
const WEI_PER_GWEI = 1_000_000_000n;

/** Sweeps tokens without authorizations: the treasury sends gas, and the deposit address sends its money. */
export async function sweepByGas(parts: TreasuryParts): Promise<readonly string[]> {
  await start(parts);
  const problems: string[] = [];
  for (const status of ['FUNDING', 'SENDING', 'ENDED'] as const) {
    let after: RailRecord | undefined;
    for (;;) {
      const page = await parts.store.read((records) => records.list(SWEEPS, { status, limit: PAGE, after }));
      for (const record of page) {
        if (status === 'ENDED') await end(parts, record);
        else problems.push(...(await fund(parts, record, status)));
      }
      if (page.length < PAGE) break;
      after = page.at(-1);
    }
  }
  return problems;
}

/** Opens a sweep for each address with enough money. */
async function start(parts: TreasuryParts): Promise<void> {
  const { store, tokens, clock } = parts;
  const plain = new Set(tokens.filter(({ authorization }) => authorization === null).map(({ address }) => address));
  if (plain.size === 0) return;
  const due: RailRecord[] = [];
  let after: RailRecord | undefined;
  for (;;) {
    const page = await store.read((records) => dueHolders(records, PAGE, after));
    due.push(...page.filter((record) => plain.has(holderIn(record).token)));
    if (page.length < PAGE || due.length >= PAGE) break;
    after = page.at(-1);
  }
  for (const { value } of due) {
    const { token, address, index } = holderIn({ value });
    stored(
      await store.run(async (records) => {
        const record = await holderOf(records, token, address);
        if (record === null || record.status !== 'DUE') return ok();
        const amount = available(holderIn(record));
        // The time makes the key unique, as an address has one sweep at a time.
        const key = `sweep/${token}/${address}/${clock.now()}/${record.version}`;
        const sweep = { token, address, index, amount, fundings: 0, funding: null, block: 0n, refused: null };
        records.add({ collection: SWEEPS, key, status: 'FUNDING' satisfies SweepState, value: sweep });
        await depositCoins(records, parts, address);
        startSweep(parts, records, record, key);
        return ok();
      }),
    );
  }
}

/** Sends gas if the address has too little, otherwise has it send its money. */
async function fund(parts: TreasuryParts, record: RailRecord, state: SweepState): Promise<readonly string[]> {
  const { nodes, store, sender, treasury, clock } = parts;
  const { address, token, amount, funding, block, refused, fundings } = sweepIn(record);
  if (funding !== null) return [];
  if (refused !== null && clock.now() < refused.until) return [problemOf(address, refused.reason)];
  if (state === 'SENDING') {
    const status = await store.read((records) => sender.status(records, record.key));
    if (status?.state !== 'queued' || status.waitsFor === null) return [];
  }
  const confirmed = await nodes.confirmed();
  if (confirmed.number < block) return [];
  // Coins that others have sent there are booked before they pay a fee.
  await compareCoins(parts, address);
  const data = transferCall(treasury, amount);
  const gas = await nodes.estimateGas({ from: address, to: token, data });
  if (typeof gas !== 'bigint') {
    await change(parts, record, state, { refused: { reason: gas.reason, until: clock.now() + RETRY_MS } });
    return [problemOf(address, gas.reason)];
  }
  const { base, tip } = await nodes.gasPrice();
  if (base + tip > parts.maxFeePerGas) return [];
  const wanted = 2n * base + tip;
  const price = wanted < parts.maxFeePerGas ? wanted : parts.maxFeePerGas;
  const l1Fee = await l1FeeOf(nodes, { to: token, data, gas, maxFeePerGas: price, maxPriorityFeePerGas: tip });
  const needed = withGasMargin(gas) * price + 2n * l1Fee;
  const held = await nodes.balance(address, confirmed.number);
  if (held < needed) {
    // In whole gwei, as the ledger counts, and with room for a higher price until it has arrived.
    const value = gweiUp(((needed - held) * 5n) / 4n) * WEI_PER_GWEI;
    const key = `gas/${record.key}/${fundings + 1}`;
    await change(parts, record, state, { funding: key, fundings: fundings + 1 }, (records) =>
      sender.add(records, { key, purpose: 'gas', signer: treasury, to: address, data: '0x', value }),
    );
    return [];
  }
  if (state === 'FUNDING') {
    await change(parts, record, 'SENDING', { refused: null }, (records) =>
      sender.add(records, { key: record.key, purpose: 'sweep', signer: address, to: token, data, value: 0n }),
    );
  }
  return [];
}

const problemOf = (address: Address, reason: string): string => `${address} cannot be swept now: ${reason}`;

/** As much as the sender adds to an estimate. */
const withGasMargin = (gas: bigint): bigint => (gas * 13n) / 10n + 1n;

async function change(
  { store }: TreasuryParts,
  { key, version }: RailRecord,
  state: SweepState,
  over: Partial<GasSweep>,
  work: (records: RailWrites) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  stored(
    await store.run(async (records) => {
      const now = await records.get(SWEEPS, key);
      if (now === null || now.version !== version) return ok();
      records.change(now, { status: state, value: valueOf({ ...sweepIn(now), ...over }) });
      await work(records);
      return ok();
    }),
  );
}

/** Gas was sent, or could not be: the next pass looks at the balance. */
export async function endFunding(records: RailWrites, intent: string, block: bigint | null): Promise<void> {
  const key = /^gas\/(.+)\/\d+$/.exec(intent)?.[1];
  const record = key === undefined ? null : await records.get(SWEEPS, key);
  if (record === null || sweepIn(record).funding !== intent) return;
  const sweep = sweepIn(record);
  records.change(record, { value: valueOf({ ...sweep, funding: null, block: block ?? sweep.block }) });
}

/** The transfer of the deposit address has ended. True if the intent belongs to such a sweep. */
export async function endGasSweep(records: RailWrites, intent: string, block: bigint | null): Promise<boolean> {
  const record = await records.get(SWEEPS, intent);
  if (record === null) return false;
  if (record.status !== 'SENDING') return true;
  const sweep = sweepIn(record);
  records.change(record, {
    status: 'ENDED' satisfies SweepState,
    value: valueOf({ ...sweep, block: block ?? sweep.block }),
  });
  return true;
}

/** What the address still has is known when the events up to its transfer are counted. */
async function end(parts: TreasuryParts, { key, value }: RailRecord): Promise<void> {
  const { token, address, block } = sweepIn({ value });
  stored(
    await parts.store.run(async (records) => {
      // Before the block, so that a host which follows another chain meanwhile makes this unit run again.
      const holder = await holderOf(records, token, address);
      const now = await records.get(SWEEPS, key);
      const followed = await followedBlock(records);
      if (holder === null || now?.status !== 'ENDED' || followed === null || followed < block) return ok();
      records.change(now, { status: null });
      endSweep(parts, records, holder, key);
      return ok();
    }),
  );
}

/** The deposit addresses that send transactions now, with their indexes. */
export async function sendingAddresses(records: RailRecords): Promise<ReadonlyMap<Address, number>> {
  const found = new Map<Address, number>();
  for (const status of ['FUNDING', 'SENDING'] as const) {
    let after: RailRecord | undefined;
    for (;;) {
      const page = await records.list(SWEEPS, { status, limit: PAGE, after });
      for (const { address, index } of page.map(sweepIn)) found.set(address, index);
      if (page.length < PAGE) break;
      after = page.at(-1);
    }
  }
  return found;
}

export const openGasSweeps = async (records: RailRecords): Promise<number> =>
  (await records.count(SWEEPS, 'FUNDING')) +
  (await records.count(SWEEPS, 'SENDING')) +
  (await records.count(SWEEPS, 'ENDED'));
