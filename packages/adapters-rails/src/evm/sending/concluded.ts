import type { RailRecords } from '@corridor/core/ports';
import type { Address } from '../nodes.js';
import { range } from './confirm.js';
import { NONCES, nonceKey, SIGNERS, storedNonce, storedSigner } from './sending-records.js';

/**
 * What the records say about a block in which the signer has `mined` transactions:
 * - `BEHIND`: one of them is not concluded yet.
 * - `EQUAL`: all of them are concluded, and no others.
 * - `AHEAD`: one that is concluded is not among them. The block is older, or a reorganisation has removed it.
 */
export type Concluded = 'BEHIND' | 'EQUAL' | 'AHEAD';

/** The floor of a signer is raised after its nonces are concluded, so those above it are read as well. */
export async function concludedAt(records: RailRecords, signer: Address, mined: number): Promise<Concluded> {
  const row = await records.get(SIGNERS, signer);
  if (row === null) return 'EQUAL';
  const { next, floor } = storedSigner(row);
  if (floor > mined) return 'AHEAD';
  const keys = range(floor, next).map((nonce) => nonceKey(signer, nonce));
  const slots = keys.length === 0 ? [] : (await records.getMany(NONCES, keys)).map(storedNonce);
  if (slots.some(({ nonce, state }) => nonce < mined && state === 'OPEN')) return 'BEHIND';
  return slots.some(({ nonce, state }) => nonce >= mined && state !== 'OPEN') ? 'AHEAD' : 'EQUAL';
}
