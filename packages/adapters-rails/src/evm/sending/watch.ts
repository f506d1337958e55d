import { ok } from '@corridor/core';
import type { RailRecord, RailWrites } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import type { EvmNodes, Hex } from '../nodes.js';
import { undoneProblem } from './confirm.js';
import {
  changeIntent,
  changeNonce,
  changeSigner,
  INTENTS,
  intentOf,
  listAll,
  NONCES,
  SIGNERS,
  storedIntent,
  storedNonce,
  storedSigner,
} from './sending-records.js';
import { handlerOf, type Pass } from './sending-ports.js';
import { intentStateAfter, nonceStateAfter } from './states.js';

/** For how many blocks after its own the outcome of a transaction is watched. */
export const WATCHED_BLOCKS = 256n;

const MOST_CHECKED = 5000;
const MOST_CLOSED = 50;
const FULL_CHECK_SECONDS = 60;

/**
 * Watches concluded transactions for a reorganisation after their confirmation. As long as a confirmed block is on the
 * chain, so is everything below it: a pass asks for one block, and for all of them only if that one has gone, and once
 * a minute. What is kept in memory saves questions only.
 */
export function watchOutcomes(): (pass: Pass) => Promise<void> {
  let anchor: { readonly number: bigint; readonly hash: Hex; readonly checkedAt: number } | null = null;

  return async (pass) => {
    const { nodes, store, confirmed, clock } = pass;
    const known = anchor === null ? null : await nodes.block(anchor.number);
    const isFresh = anchor !== null && clock.now() < anchor.checkedAt + FULL_CHECK_SECONDS * 1000;
    const isWhole = !isFresh || known?.hash !== anchor!.hash;
    const most = isWhole ? MOST_CHECKED : MOST_CLOSED;
    const [watched, lost] = await store.read(async (records) => [
      await listAll(records, NONCES, 'WATCHED', most),
      await listAll(records, NONCES, 'LOST', most),
    ]);
    const gone = isWhole ? await withoutBlock(nodes, watched) : [];
    for (const slot of gone) await undo(pass, slot.key, storedNonce(slot).mined!.blockHash);
    for (const slot of lost) await lookForLate(pass, slot);
    const old = [
      ...watched.filter(
        (slot) => !gone.includes(slot) && isDeep(storedNonce(slot).mined!.blockNumber, confirmed.number),
      ),
      ...lost.filter((slot) => isDeep(storedNonce(slot).lostAt!, confirmed.number)),
    ];
    if (old.length > 0) {
      const keys = old.map(({ key }) => key);
      stored(await store.run((records) => close(records, keys, confirmed.number)));
    }
    // It covers what this pass is about to conclude: all of that is at most as high.
    const checkedAt = isWhole ? clock.now() : anchor!.checkedAt;
    anchor = { number: confirmed.number, hash: confirmed.hash, checkedAt };
  };
}

const isDeep = (block: bigint, confirmed: bigint): boolean => confirmed >= block + WATCHED_BLOCKS;

/** The nonces whose height has another block now. Nodes that are behind have none there, which says nothing. */
async function withoutBlock(nodes: EvmNodes, watched: readonly RailRecord[]): Promise<readonly RailRecord[]> {
  const heights = [...new Set(watched.map((slot) => storedNonce(slot).mined!.blockNumber))];
  const blocks = await Promise.all(heights.map(async (height) => [height, await nodes.block(height)] as const));
  const hashes = new Map(blocks.flatMap(([height, block]) => (block === null ? [] : [[height, block.hash] as const])));
  return watched.filter((slot) => {
    const { blockNumber, blockHash } = storedNonce(slot).mined!;
    return (hashes.get(blockNumber) ?? blockHash) !== blockHash;
  });
}

async function undo(pass: Pass, key: string, blockHash: Hex): Promise<void> {
  stored(
    await pass.store.run(async (records) => {
      const slot = await records.get(NONCES, key);
      if (slot === null) return ok();
      const { state, mined, signer, nonce, intent: intentKey } = storedNonce(slot);
      const next = nonceStateAfter(state, 'undo');
      const intent = await records.get(INTENTS, intentKey);
      const row = await records.get(SIGNERS, signer);
      if (next === null || mined?.blockHash !== blockHash || intent === null || row === null) return ok();
      const { outcome, purpose, state: intentState } = storedIntent(intent);
      const intentNext = intentStateAfter(intentState, 'undo');
      if (intentNext === null || outcome === null) return ok();
      changeNonce(records, slot, { state: next, mined: null, broadcast: null, foreignSince: null });
      changeIntent(records, intent, { state: intentNext, outcome: null, since: pass.clock.now() });
      changeSigner(records, row, { floor: Math.min(nonce, storedSigner(row).floor) });
      pass.problems.open(
        records,
        undoneProblem(intentKey),
        `a reorganisation has removed ${outcome.transactionHash} (${intentKey}) after its confirmation; it is broadcast again`,
      );
      await handlerOf(pass, purpose).undone(records, intentOf(intent), outcome);
      return ok();
    }),
  );
  pass.log.warn({ nonce: key }, 'a confirmed transaction has left the chain');
}

/** The payment has been signed with another nonce since its own was lost: now it may be on the chain twice. */
async function lookForLate(pass: Pass, slot: RailRecord): Promise<void> {
  const { transactions, intent } = storedNonce(slot);
  for (const { hash } of transactions) {
    const receipt = await pass.nodes.receipt(hash);
    if (receipt?.status !== 'success') continue;
    stored(
      await pass.store.run(async (records) => {
        pass.problems.open(
          records,
          `late/${hash}`,
          `a reorganisation has let ${hash} (${intent}) be mined after another transaction had spent its nonce; compare the payment with the chain, it may be paid twice`,
        );
        return ok();
      }),
    );
  }
}

async function close(records: RailWrites, keys: readonly string[], confirmed: bigint) {
  for (const slot of await records.getMany(NONCES, keys)) {
    const { state, mined, lostAt } = storedNonce(slot);
    const next = nonceStateAfter(state, 'close');
    if (next !== null && isDeep(mined?.blockNumber ?? lostAt!, confirmed)) changeNonce(records, slot, { state: next });
  }
  return ok();
}
