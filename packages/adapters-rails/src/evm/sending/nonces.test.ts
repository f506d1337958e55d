import { describe, expect, it } from 'vitest';
import { dataOf, payment, sendingParts, SIGNERS } from '../../testing/sending-hosts.js';
import { transferCall } from '../token-transfer.js';
import { storedNonce } from './sending-records.js';

const [SIGNER, OTHER] = [SIGNERS[0]!, SIGNERS[1]!];
const FILL = `fill/${SIGNER}/0`;

type Parts = ReturnType<typeof sendingParts>;

const slot = ({ committed }: Parts, nonce: number) => storedNonce(committed.get(`nonces/${SIGNER}/${nonce}`)!);
const row = ({ committed }: Parts) => {
  const { status, value } = committed.get(`signers/${SIGNER}`)!;
  return { status, value };
};
const problems = async ({ sender }: Parts) => (await sender.condition()).problems;
const backlog = async ({ sender }: Parts) => Object.values((await sender.condition()).backlog);

async function sent(...serials: readonly number[]): Promise<Parts> {
  const parts = sendingParts();
  for (const serial of serials) await parts.add(payment(serial));
  await parts.run();
  return parts;
}

function mine({ chain }: Parts, blocks: number, most?: number): void {
  for (let block = 0; block < blocks; block += 1) chain.mine(most);
}

/** A payment whose nonce a foreign transaction has spent, which is confirmed. */
async function spent(): Promise<Parts> {
  const parts = await sent(1);
  parts.chain.drop();
  parts.chain.foreign(SIGNER, 9);
  mine(parts, 5);
  await parts.run();
  return parts;
}

/** A fill that spends the nonce 0, which is about to be signed. */
async function filling(): Promise<Parts> {
  const parts = sendingParts();
  await parts.add(payment(1));
  parts.signing.problem = 'down';
  await parts.run();
  await parts.withdraw('payout/1');
  parts.signing.problem = null;
  return parts;
}

describe('the row of a signer', () => {
  it('moves its floor above nonces that are confirmed, up to the first one that is not', async () => {
    const parts = await sent(1, 2, 3);
    expect(row(parts)).toEqual({ status: 'ACTIVE', value: { next: 3, floor: 0 } });
    mine(parts, 1, 2);
    mine(parts, 4, 0);
    await parts.run();
    expect(row(parts)).toEqual({ status: 'ACTIVE', value: { next: 3, floor: 2 } });
    mine(parts, 5);
    await parts.run();
    expect(row(parts)).toEqual({ status: null, value: { next: 3, floor: 3 } });
    expect(await backlog(parts)).toEqual([0, 0]);
  });

  it('keeps its floor below a nonce that a foreign transaction seems to have spent', async () => {
    const parts = await spent();
    expect(slot(parts, 0)).toMatchObject({ state: 'OPEN', foreignSince: parts.clock.now() });
    expect(row(parts).value).toEqual({ next: 1, floor: 0 });
  });

  it('begins where the key was used before', async () => {
    const parts = sendingParts();
    for (const serial of [8, 9]) {
      parts.chain.foreign(SIGNER, serial);
      mine(parts, 3);
    }
    await parts.add(payment(1));
    await parts.run();
    expect(row(parts)).toEqual({ status: 'ACTIVE', value: { next: 3, floor: 1 } });
    mine(parts, 3);
    await parts.run();
    expect([...parts.committed.keys()].filter((id) => id.includes('fill'))).toEqual([]);
  });

  it('is due each second while a transaction is not mined, and with the period of the connection otherwise', async () => {
    const parts = sendingParts();
    const { sender } = parts;
    expect(await sender.run()).toBe(2);
    await parts.add(payment(1));
    expect(await sender.run()).toBe(1);
    expect(await sender.run()).toBe(1);
    mine(parts, 1);
    expect(await sender.run()).toBe(2);
    mine(parts, 5);
    expect(await sender.run()).toBe(2);
    await parts.add(payment(2, OTHER));
    await sender.run();
    mine(parts, 1);
    await parts.add(payment(3));
    await sender.run();
    expect(await sender.run()).toBe(1);
  });

  it('shows what waits for a nonce, and what is not confirmed', async () => {
    const parts = sendingParts({ maxFeePerGas: 5n });
    await parts.add(payment(1));
    await parts.run();
    expect((await parts.sender.condition()).backlog).toEqual({
      'transactions waiting for a nonce': 1,
      'transactions not confirmed': 0,
    });
    parts.signing.problem = 'down';
    parts.chain.state.base = 1n;
    await parts.run();
    expect(await backlog(parts)).toEqual([0, 1]);
    expect([...parts.committed.keys()].filter((id) => id.startsWith('sending-problems/'))).toEqual([
      `sending-problems/signer/${SIGNER}`,
    ]);
  });

  it('has the intents that are not concluded', async () => {
    const parts = await sent(1);
    mine(parts, 5);
    await parts.run();
    await parts.add(payment(2));
    await parts.run();
    parts.signing.problem = 'down';
    await parts.add(payment(3));
    await parts.run();
    await parts.add(payment(4));
    await parts.add(payment(5, OTHER));
    const open = (signer: typeof SIGNER) => parts.store.read((records) => parts.sender.open(records, signer));
    expect(await open(SIGNER)).toEqual([payment(4), payment(3), payment(2)]);
    expect(await open(OTHER)).toEqual([payment(5, OTHER)]);
  });

  it('is read again by a host whose database failed', async () => {
    const parts = await sent(1);
    let isDying = true;
    const host = parts.host(async () => {
      if (isDying) throw new Error('the database is down');
    });
    await expect(host.run()).rejects.toThrow('the database is down');
    isDying = false;
    expect(await host.run()).toBe(1);
    const offline = parts.host(
      async () => {},
      () => true,
    );
    expect(await offline.run()).toBe(2);
  });
});

describe('a nonce whose block is confirmed', () => {
  it('does not conclude later ones, which wait as long as they must', async () => {
    const parts = await sent(1, 2);
    mine(parts, 1, 1);
    mine(parts, 4, 0);
    await parts.run();
    parts.advance(31);
    await parts.run(2);
    expect(parts.book().get('payout/1')).toEqual({ state: 'mined', count: 1 });
    expect(slot(parts, 1)).toMatchObject({ state: 'OPEN', foreignSince: null, mined: null });
    expect((await parts.status('payout/2'))!.state).toBe('sent');
  });

  it('is concluded by the transaction that was mined, also if that is the replacement', async () => {
    const parts = await sent(1);
    parts.advance(60);
    await parts.run();
    const [, second] = slot(parts, 0).transactions;
    mine(parts, 5);
    await parts.run();
    expect((await parts.status('payout/1'))!.outcome).toMatchObject({ state: 'mined', transactionHash: second!.hash });
    expect(slot(parts, 0)).toMatchObject({ state: 'WATCHED', mined: { blockNumber: 1n }, foreignSince: null });
  });

  it('is neither replaced nor broadcast while it is mined and not confirmed', async () => {
    const parts = await sent(1);
    mine(parts, 1);
    parts.advance(61);
    await parts.run();
    expect(slot(parts, 0).transactions).toHaveLength(1);
    expect(slot(parts, 0).broadcast!.at).toBe(parts.clock.now() - 61_000);
  });

  it('is left alone while it is not confirmed, and the next one is replaced', async () => {
    const parts = await sent(1, 2);
    mine(parts, 1, 1);
    parts.advance(60);
    await parts.run();
    expect([slot(parts, 0), slot(parts, 1)].map(({ transactions }) => transactions.length)).toEqual([1, 2]);
  });

  it('is not concluded by a receipt above the confirmed block', async () => {
    const parts = await sent(1);
    mine(parts, 5);
    const { receipt } = parts.chain.nodes;
    parts.chain.nodes.receipt = async (...asked) => {
      const found = await receipt(...asked);
      return found && { ...found, blockNumber: 2n };
    };
    await parts.host(async () => {}).run();
    expect(slot(parts, 0)).toMatchObject({ state: 'OPEN', mined: null, foreignSince: null });
    parts.chain.nodes.receipt = receipt;
    await parts.run();
    expect((await parts.status('payout/1'))!.outcome).toMatchObject({ state: 'mined', blockNumber: 1n });
  });

  it('is not looked up again above one that is open, and its row is not written again', async () => {
    const parts = sendingParts();
    await parts.add(payment(1));
    await parts.run();
    parts.chain.drop();
    parts.chain.foreign(SIGNER, 9);
    await parts.add(payment(2));
    await parts.run();
    mine(parts, 5);
    await parts.run();
    expect([slot(parts, 0).state, slot(parts, 1).state]).toEqual(['OPEN', 'WATCHED']);
    const { version } = parts.committed.get(`signers/${SIGNER}`)!;
    const asked: string[] = [];
    const { receipt } = parts.chain.nodes;
    parts.chain.nodes.receipt = (hash, ...on) => {
      asked.push(hash);
      return receipt(hash, ...on);
    };
    await parts.host(async () => {}).run();
    expect(asked).toEqual([slot(parts, 0).transactions[0]!.hash]);
    expect(parts.committed.get(`signers/${SIGNER}`)!.version).toBe(version);
  });

  it('says why its transaction had no effect', async () => {
    const parts = sendingParts();
    const data = transferCall(OTHER, 5n);
    parts.chain.state.movingNothing.add(data);
    parts.chain.state.revertingWhenMined.add(dataOf(2));
    await parts.add({ ...payment(1), data });
    await parts.add(payment(2));
    await parts.run();
    mine(parts, 5);
    await parts.run();
    expect((await parts.status('payout/1'))!.outcome).toMatchObject({
      ...{ state: 'reverted', reason: 'the token moved nothing, although its transaction succeeded' },
    });
    expect((await parts.status('payout/2'))!.outcome).toMatchObject({
      ...{ state: 'reverted', reason: 'the contract reverted the transaction' },
    });
  });
});

describe('a nonce that a foreign transaction spends', () => {
  it('is lost after exactly 30 seconds, and its payment is queued', async () => {
    const parts = await spent();
    parts.advance(29);
    await parts.run();
    expect(slot(parts, 0).state).toBe('OPEN');
    parts.advance(1);
    parts.signing.hasKeys = false;
    await parts.run();
    expect(slot(parts, 0)).toMatchObject({ state: 'LOST', lostAt: 1n });
    expect(await parts.status('payout/1')).toMatchObject({
      ...{ state: 'queued', transactionHash: null, since: parts.clock.now() },
    });
    expect(await problems(parts)).toContain(
      `the key of ${SIGNER} is used outside of this service: a transaction that was not signed here has spent nonce 0; settle it under foreign/${SIGNER}/0`,
    );
  });

  it('is not signed for again if that transaction leaves the chain', async () => {
    const parts = await spent();
    parts.advance(30);
    await parts.run();
    mine(parts, 1);
    parts.chain.reorganise(parts.chain.height(), () => false);
    parts.advance(61);
    await parts.run(2);
    expect(slot(parts, 0)).toMatchObject({ state: 'LOST' });
    expect(slot(parts, 0).transactions).toHaveLength(1);
  });

  it('between the two reads of a pass, before the key was used here, does not keep the payment from another one', async () => {
    const parts = sendingParts();
    const { nodes } = parts.chain;
    const { confirmed } = nodes;
    nodes.confirmed = async () => {
      parts.chain.foreign(SIGNER, 9);
      mine(parts, 5);
      return confirmed();
    };
    const host = parts.host(async () => {});
    await parts.add(payment(1));
    await host.run();
    expect(row(parts)).toEqual({ status: 'ACTIVE', value: { next: 1, floor: 0 } });
    for (let tries = 0; tries < 3; tries += 1) {
      await parts.run();
      parts.advance(30);
      mine(parts, 5);
    }
    await parts.run();
    expect(parts.chain.paid().get(dataOf(1))).toHaveLength(1);
    expect(parts.book().get('payout/1')).toEqual({ state: 'mined', count: 1 });
  });

  it('ends a fill, which has no other use', async () => {
    const parts = await filling();
    parts.chain.foreign(SIGNER, 9);
    mine(parts, 5);
    await parts.run();
    parts.advance(30);
    await parts.run();
    expect(await parts.status(FILL)).toMatchObject({
      state: 'concluded',
      outcome: {
        ...{ state: 'refused', transactionHash: null, blockNumber: null, gasPaid: 0n },
        reason: 'a foreign transaction has spent the nonce',
      },
    });
    expect(parts.book().get(FILL)).toEqual({ state: 'refused', count: 1 });
    await parts.run(3);
    expect(row(parts).value).toEqual({ next: 1, floor: 1 });
  });
});

describe('a nonce without a payment', () => {
  it('is filled by a transaction to its own signer, which needs exactly its gas and no screening', async () => {
    const asked: string[] = [];
    const parts = sendingParts({
      screen: async ({ key }) => {
        asked.push(key);
        return null;
      },
    });
    await parts.add(payment(1));
    parts.signing.problem = 'down';
    await parts.run();
    await parts.withdraw('payout/1');
    parts.signing.problem = null;
    asked.length = 0;
    await parts.run();
    expect(parts.chain.decode(slot(parts, 0).transactions[0]!.bytes)).toMatchObject({
      ...{ nonce: 0, to: SIGNER, data: '0x', value: 0n, gas: 21_000n },
    });
    expect(asked).toEqual([]);
  });

  it.each<[string, (parts: Parts) => void]>([
    ['a contract refuses', ({ chain }) => chain.state.reverting.add(dataOf(1))],
    [
      'the token of a refund refuses all',
      ({ chain }) => {
        chain.state.answer = () => ({ reverted: true, reason: 'refused by the contract' });
      },
    ],
  ])('is left by a payment that %s after the nonce was given', async (_, refuse) => {
    const parts = sendingParts();
    await parts.add({ ...payment(1), purpose: 'refund' });
    parts.signing.problem = 'down';
    await parts.run();
    refuse(parts);
    parts.signing.problem = null;
    await parts.run();
    expect((await parts.status('payout/1'))!.outcome).toMatchObject({ reason: 'refused by the contract' });
    expect(parts.book().get('payout/1')).toEqual({ state: 'refused', count: 1 });
    await parts.run();
    mine(parts, 5);
    await parts.run();
    expect((await parts.status(FILL))!.outcome).toMatchObject({ state: 'mined' });
    expect(parts.chain.paid().has(dataOf(1))).toBe(false);
  });

  it('is not left by a payment whose screening gives no answer', async () => {
    let isDown = false;
    const parts = sendingParts({
      screen: async () => {
        if (isDown) throw new Error('EACCES');
        return null;
      },
    });
    await parts.add(payment(1));
    await parts.add(payment(2));
    parts.signing.problem = 'down';
    await parts.run();
    parts.signing.problem = null;
    isDown = true;
    await parts.run();
    expect((await problems(parts)).toSorted()).toEqual([
      'payout/1 waits for the screening of its address: EACCES',
      'payout/2 waits for the screening of its address: EACCES',
    ]);
    expect(slot(parts, 0)).toMatchObject({ intent: 'payout/1', transactions: [] });
    isDown = false;
    await parts.run();
    expect(parts.chain.mempool.size).toBe(2);
  });
});
