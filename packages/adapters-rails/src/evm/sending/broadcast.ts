import { ok } from '@corridor/core';
import type { RailRecord } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import type { Broadcast, Hex } from '../nodes.js';
import { changeNonce, NONCES, storedNonce } from './sending-records.js';
import type { Pass } from './sending-ports.js';

/** A dropped transaction is not noticed by its node's silence: all that are not mined are given to the nodes again. */
const AGAIN_AFTER_SECONDS = 10;

/** Gives the newest transaction of each open nonce to the nodes, in the order of the nonces. */
export async function broadcast(pass: Pass, slots: readonly RailRecord[]): Promise<void> {
  const { nodes, store, clock, found } = pass;
  const given = new Map<string, { readonly hash: Hex; readonly answer: Broadcast }>();
  // At once, so that the nodes are asked in one request; they keep a nonce until those below it have come.
  const asked = slots.map(async (slot) => {
    const { transactions, broadcast: last, signer, nonce } = storedNonce(slot);
    const newest = transactions.at(-1);
    if (newest === undefined) return;
    const isRefused = last?.hash === newest.hash && last.answer === 'refused';
    const isOld = last === null || last.hash !== newest.hash || clock.now() >= last.at + AGAIN_AFTER_SECONDS * 1000;
    const isDue = isRefused || isOld;
    const answer = isDue ? await nodes.broadcast(newest.bytes) : (last.answer as Broadcast);
    if (isDue) given.set(slot.key, { hash: newest.hash, answer });
    if (answer === 'insufficient-funds')
      found.set(`gas/${signer}`, `${signer} has too little of the chain's coin for the gas of its transactions`);
    // Some nodes keep only 16 transactions of one sender, and take the next ones when these are mined.
    if (answer === 'refused' && slot === slots[0])
      found.set(`refused/${signer}`, `no node takes the transaction ${newest.hash} (nonce ${nonce} of ${signer})`);
  });
  await Promise.all(asked);
  if (given.size === 0) return;
  stored(
    await store.run(async (records) => {
      for (const slot of await records.getMany(NONCES, [...given.keys()])) {
        const { hash, answer } = given.get(slot.key)!;
        const { state, transactions } = storedNonce(slot);
        if (state !== 'OPEN' || transactions.at(-1)?.hash !== hash) continue;
        changeNonce(records, slot, { broadcast: { hash, answer, at: clock.now() } });
      }
      return ok();
    }),
  );
}
