import { describe, expect, it } from 'vitest';
import { dataOf, payment, sendingParts, SIGNERS } from '../../testing/sending-hosts.js';
import type { Hex } from '../nodes.js';
import { storedNonce } from './sending-records.js';
import { WATCHED_BLOCKS } from './watch.js';

const SIGNER = SIGNERS[0]!;

type Parts = ReturnType<typeof sendingParts>;

const slot = ({ committed }: Parts, nonce: number) => storedNonce(committed.get(`nonces/${SIGNER}/${nonce}`)!);
const statusOf = ({ committed }: Parts, nonce: number) => committed.get(`nonces/${SIGNER}/${nonce}`)!.status;
const problems = async ({ sender }: Parts) => (await sender.condition()).problems;
const mine = ({ chain }: Parts, blocks: number): void => {
  for (let block = 0; block < blocks; block += 1) chain.mine();
};

/** Payments in blocks of their own, all confirmed. */
async function confirmed(...serials: readonly number[]): Promise<Parts> {
  const parts = sendingParts();
  for (const serial of serials) {
    await parts.add(payment(serial));
    await parts.run();
    mine(parts, 1);
  }
  mine(parts, 4);
  await parts.run();
  return parts;
}

/** A payment that was paid with the nonce 1, after a foreign transaction had spent the nonce 0. */
async function lost(): Promise<Parts & { readonly first: { readonly hash: Hex; readonly bytes: Hex } }> {
  const parts = sendingParts();
  await parts.add(payment(1));
  await parts.run();
  const [first] = slot(parts, 0).transactions;
  parts.chain.drop();
  parts.chain.foreign(SIGNER, 9);
  mine(parts, 5);
  await parts.run();
  parts.advance(30);
  await parts.run(2);
  mine(parts, 5);
  await parts.run();
  return { ...parts, first: first! };
}

describe('concluded transactions', () => {
  it('cost one question about a block in a pass, and one for each of their blocks once a minute', async () => {
    const parts = await confirmed(1, 2, 3);
    const asked: bigint[] = [];
    const { block } = parts.chain.nodes;
    parts.chain.nodes.block = (number, ...on) => {
      asked.push(number);
      return block(number, ...on);
    };
    const host = parts.host(async () => {});
    const questions = async (): Promise<number> => {
      asked.length = 0;
      await host.run();
      return asked.length;
    };
    expect(await questions()).toBe(3);
    expect(await questions()).toBe(1);
    parts.advance(59);
    expect(await questions()).toBe(1);
    parts.advance(1);
    expect(await questions()).toBe(4);
    expect(await questions()).toBe(1);
    mine(parts, 1);
    expect(await questions()).toBe(1);
    parts.chain.reorganise(8, () => true);
    expect(await questions()).toBe(4);
  });

  it('are each undone with a problem of their own, and broadcast again', async () => {
    const parts = await confirmed(1, 2);
    const [first, second] = [slot(parts, 0), slot(parts, 1)];
    parts.advance(10);
    parts.chain.reorganise(6, () => false);
    await parts.run();
    const undone = (serial: number, hash: Hex) =>
      `a reorganisation has removed ${hash} (payout/${serial}) after its confirmation; it is broadcast again; settle it under undone/payout/${serial}`;
    expect((await problems(parts)).toSorted()).toEqual(
      [undone(1, first.transactions[0]!.hash), undone(2, second.transactions[0]!.hash)].toSorted(),
    );
    expect(parts.warnings).toEqual(
      [0, 1].map((nonce) => [{ nonce: `${SIGNER}/${nonce}` }, 'a confirmed transaction has left the chain']),
    );
    expect(slot(parts, 0)).toMatchObject({ state: 'OPEN', mined: null, foreignSince: null });
    expect(await parts.status('payout/1')).toMatchObject({ state: 'sent', outcome: null, since: parts.clock.now() });
    expect(parts.committed.get(`signers/${SIGNER}`)).toMatchObject({ status: 'ACTIVE', value: { next: 2, floor: 0 } });
    expect(parts.chain.mempool.size).toBe(2);
    expect(parts.book().get('payout/1')).toEqual({ state: 'mined', count: 0 });
  });

  it('stay as they are while nodes lack the block that was confirmed last', async () => {
    const parts = await confirmed(1);
    await parts.run();
    parts.chain.state.lag = BigInt(parts.chain.height());
    expect(await parts.sender.run()).toBe(2);
    expect([slot(parts, 0).state, await problems(parts)]).toEqual(['WATCHED', []]);
    expect(parts.book().get('payout/1')).toEqual({ state: 'mined', count: 1 });
  });

  it('below a reorganisation stay', async () => {
    const parts = await confirmed(1, 2);
    parts.chain.reorganise(5, () => true);
    await parts.run();
    expect([slot(parts, 0).state, slot(parts, 1).state]).toEqual(['WATCHED', 'OPEN']);
    expect(parts.committed.get(`signers/${SIGNER}`)!.value).toEqual({ next: 2, floor: 1 });
    expect(parts.book().get('payout/1')).toEqual({ state: 'mined', count: 1 });
    mine(parts, 5);
    await parts.run();
    expect(parts.book().get('payout/2')).toEqual({ state: 'mined', count: 1 });
    expect(await problems(parts)).toEqual([]);
  });

  it(`are closed ${WATCHED_BLOCKS} blocks above their own, and not before`, async () => {
    const parts = await confirmed(1, 2);
    const { blockNumber } = slot(parts, 0).mined!;
    mine(parts, Number(blockNumber + WATCHED_BLOCKS) + 3 - parts.chain.height());
    await parts.run();
    expect([slot(parts, 0).state, slot(parts, 1).state]).toEqual(['WATCHED', 'WATCHED']);
    mine(parts, 1);
    await parts.run();
    expect([slot(parts, 0).state, slot(parts, 1).state]).toEqual(['CLOSED', 'WATCHED']);
    expect([statusOf(parts, 0), statusOf(parts, 1)]).toEqual([null, 'WATCHED']);
  });

  it('that are deep and have left the chain are undone, not closed', async () => {
    const parts = await confirmed(1);
    mine(parts, 300);
    parts.chain.reorganise(305, () => true);
    await parts.run();
    expect(slot(parts, 0).state).toBe('OPEN');
    mine(parts, 5);
    await parts.run();
    expect(parts.book().get('payout/1')).toEqual({ state: 'mined', count: 1 });
  });
});

describe('a nonce that was lost', () => {
  it(`is watched for ${WATCHED_BLOCKS} blocks`, async () => {
    const parts = await lost();
    const { lostAt } = slot(parts, 0);
    mine(parts, Number(lostAt! + WATCHED_BLOCKS) + 3 - parts.chain.height());
    await parts.run();
    expect([slot(parts, 0).state, statusOf(parts, 0)]).toEqual(['LOST', 'LOST']);
    mine(parts, 1);
    await parts.run();
    expect([slot(parts, 0).state, statusOf(parts, 0)]).toEqual(['CLOSED', null]);
  });

  it('is a problem if its own transaction is mined after all, because the payment may be paid twice', async () => {
    const parts = await lost();
    expect(parts.chain.paid().get(dataOf(1))).toHaveLength(1);
    await parts.run();
    const before = await problems(parts);
    parts.chain.reorganise(parts.chain.height(), () => false);
    await parts.chain.nodes.broadcast(parts.first.bytes);
    mine(parts, 1);
    await parts.run(2);
    const { hash } = parts.first;
    const late = `a reorganisation has let ${hash} (payout/1) be mined after another transaction had spent its nonce; compare the payment with the chain, it may be paid twice; settle it under late/${hash}`;
    expect(await problems(parts)).toContain(late);
    expect(before).not.toContain(late);
  });

  it('is none if its own transaction reverts', async () => {
    const parts = await lost();
    parts.chain.state.revertingWhenMined.add(dataOf(1));
    parts.chain.reorganise(parts.chain.height(), () => false);
    await parts.chain.nodes.broadcast(parts.first.bytes);
    mine(parts, 1);
    await parts.run(2);
    expect((await problems(parts)).join()).not.toContain('paid twice');
  });
});
