import type { Address } from '../evm/nodes.js';
import { countCredited, type Holder, holderIn, holderOf } from '../evm/treasury/holders.js';
import { openTreasury } from '../evm/treasury/movements.js';
import { endFunding, sweepByGas } from '../evm/treasury/sweep-by-gas.js';
import { depositAddress, GWEI, treasuryParts, type TreasuryPlay, USDT } from './treasury-parts.js';

/** The deposit address with the index 7. */
export const ADDRESS = depositAddress(7);
/** With the margin of the sender, 65,001 gas at twice 10 gwei and a tip of 1 gwei. */
export const NEEDED = 65_001n * 21n * GWEI;
/** A quarter more, in whole gwei. */
export const SENT = 1_706_277n * GWEI;

export const credit = (
  { parts, run }: TreasuryPlay,
  index: number,
  amount: bigint,
  token: Address = USDT,
): Promise<void> =>
  run((records) => countCredited(parts, records, { token, address: depositAddress(index), index }, amount));

/** A treasury whose movements are followed, and an address with this amount of a token without authorizations. */
export async function gasSweeps(amount = 250n): Promise<TreasuryPlay> {
  const play = treasuryParts();
  await openTreasury(play.parts);
  await play.told();
  if (amount > 0n) await credit(play, 7, amount);
  return play;
}

type StoredSweep = Readonly<Record<string, unknown>> & { readonly key: string; readonly status: string | null };

/** The only sweep. */
export function sweepOf({ recordsOf }: TreasuryPlay): StoredSweep {
  const [record, ...others] = recordsOf('gas-sweeps');
  if (record === undefined || others.length > 0) throw new Error(`there are ${others.length} sweeps more than one`);
  return { key: record.key, status: record.status, ...(record.value as Record<string, unknown>) };
}

export const holderAt = (
  { read }: TreasuryPlay,
  token: Address = USDT,
  address: Address = ADDRESS,
): Promise<Holder & { readonly status: string | null }> =>
  read(async (records) => {
    const { status, value } = (await holderOf(records, token, address))!;
    return { status, ...holderIn({ value }) };
  });

/** Goes on until the treasury has sent gas, in this block. */
export async function funded(play: TreasuryPlay, block: bigint | null = 1n): Promise<void> {
  await sweepByGas(play.parts);
  await play.run((records) => endFunding(records, play.intents.at(-1)!.key, block));
}

/** Goes on until the sender has the transfer of the address. Returns the key of the sweep. */
export async function sending(play: TreasuryPlay): Promise<string> {
  play.chain.pass(3);
  await funded(play);
  play.chain.state.coins.set(ADDRESS, SENT);
  await sweepByGas(play.parts);
  const { key, status } = sweepOf(play);
  if (status !== 'SENDING') throw new Error(`the sweep is ${status}`);
  return key;
}
