import { describe, expect, it } from 'vitest';
import { dataOf, payment, type SendingParts, sendingParts, SIGNERS } from '../../testing/sending-hosts.js';
import { type StoredNonce, storedNonce } from './sending-records.js';
import { WATCHED_BLOCKS } from './watch.js';

const SIGNER = SIGNERS[0]!;

/** Runs a host, in which something else happens at each of its moments in turn; `settled` checks what is left. */
async function atEachMoment(
  prepare: () => Promise<SendingParts>,
  happens: (parts: SendingParts) => Promise<unknown>,
  settled: (parts: SendingParts, moment: number) => Promise<void> | void,
): Promise<void> {
  for (let moment = 1; ; moment += 1) {
    const parts = await prepare();
    let steps = 0;
    const host = parts.host(async () => {
      if ((steps += 1) === moment) await happens(parts);
    });
    // A pass that wrote the same record as another host ends, and is repeated.
    await host.run().catch((cause: unknown) => expect(String(cause)).toContain('a record with this key exists'));
    if (steps < moment) return;
    await settle(parts);
    await settled(parts, moment);
  }
}

async function settle(parts: SendingParts): Promise<void> {
  const isOpen = () =>
    [...parts.committed.values()].some(({ collection, status }) => collection === 'intents' && status !== null);
  for (let tries = 0; tries < 6 && (tries < 3 || isOpen()); tries += 1) {
    await parts.run();
    parts.advance(31);
    for (let block = 0; block < 5; block += 1) parts.chain.mine();
  }
  await parts.run();
}

async function queued(...serials: readonly number[]): Promise<SendingParts> {
  const parts = sendingParts();
  for (const serial of serials) await parts.add(payment(serial));
  return parts;
}

/** Payments that five blocks confirm and of which no host has heard since they were sent. */
async function mined(...serials: readonly number[]): Promise<SendingParts> {
  const parts = await queued(...serials);
  await parts.run();
  for (let block = 0; block < 5; block += 1) parts.chain.mine();
  return parts;
}

const slots = ({ committed }: SendingParts) =>
  [...committed.values()].filter(({ collection }) => collection === 'nonces').map(storedNonce);

function paidOnce(parts: SendingParts, serials: readonly number[], moment: number): void {
  for (const serial of serials) {
    expect([moment, serial, parts.chain.paid().get(dataOf(serial))?.length]).toEqual([moment, serial, 1]);
    expect([moment, parts.book().get(`payout/${serial}`)]).toEqual([moment, { state: 'mined', count: 1 }]);
  }
}

describe('at any moment of a pass', () => {
  it('another host may sign the same transactions, each of which has one nonce', () =>
    atEachMoment(
      () => queued(1, 2),
      (parts) => parts.sender.run(),
      (parts, moment) => {
        paidOnce(parts, [1, 2], moment);
        expect(slots(parts).map(({ nonce, transactions }) => [nonce, transactions.length])).toEqual([
          [0, 1],
          [1, 1],
        ]);
        expect(parts.committed.get(`signers/${SIGNER}`)!.value).toEqual({ next: 2, floor: 2 });
      },
    ));

  it('another host may sign a replacement, of which there is one', () =>
    atEachMoment(
      async () => {
        const parts = await queued(1);
        await parts.run();
        parts.chain.drop();
        parts.advance(60);
        return parts;
      },
      (parts) => parts.sender.run(),
      (parts, moment) => {
        paidOnce(parts, [1], moment);
        expect(slots(parts).map(({ transactions }) => transactions.length)).toEqual([2]);
      },
    ));

  it('a payment may be withdrawn: it is refused, or paid once', () => {
    const answers = new Set<boolean>();
    return atEachMoment(
      () => queued(1, 2),
      async (parts) => void answers.add(await parts.withdraw('payout/1')),
      async (parts, moment) => {
        paidOnce(parts, [2], moment);
        const { state } = (await parts.status('payout/1'))!.outcome!;
        expect([moment, parts.chain.paid().has(dataOf(1))]).toEqual([moment, state === 'mined']);
        for (const { nonce, transactions } of slots(parts)) expect([nonce, transactions.length]).toEqual([nonce, 1]);
      },
    ).then(() => expect(answers).toEqual(new Set([true, false])));
  });

  it('the only payment may be withdrawn, and no nonce is left open', () =>
    atEachMoment(
      () => queued(1),
      (parts) => parts.withdraw('payout/1'),
      ({ committed, chain }) => {
        const { next, floor } = (committed.get(`signers/${SIGNER}`)?.value ?? { next: 0, floor: 0 }) as never as {
          readonly next: number;
          readonly floor: number;
        };
        expect([floor, chain.mempool.size]).toEqual([next, 0]);
        expect(slots({ committed } as SendingParts)).toHaveLength(next);
      },
    ));

  it('another host may conclude what is confirmed, once', () =>
    atEachMoment(
      () => mined(1, 2),
      (parts) => parts.sender.run(),
      (parts, moment) => paidOnce(parts, [1, 2], moment),
    ));

  it('blocks may leave the chain, and what they had is concluded where it is mined again', () =>
    atEachMoment(
      () => mined(1, 2),
      async ({ chain }) => {
        chain.reorganise(5, () => true);
        chain.mine();
      },
      async (parts, moment) => {
        paidOnce(parts, [1, 2], moment);
        const { blockNumber, transactionHash } = (await parts.status('payout/1'))!.outcome!;
        expect((await parts.chain.nodes.receipt(transactionHash!))!.blockNumber).toBe(blockNumber);
      },
    ));

  it('another host may undo what has left the chain, once', () =>
    atEachMoment(
      async () => {
        const parts = await mined(1, 2);
        await parts.run();
        parts.chain.reorganise(6, () => false);
        return parts;
      },
      (parts) => parts.sender.run(),
      (parts, moment) => paidOnce(parts, [1, 2], moment),
    ));

  it('a foreign transaction may spend the nonce, and the payment is paid with another one', () =>
    atEachMoment(
      () => queued(1),
      async ({ chain }) => {
        chain.foreign(SIGNER, 9);
        for (let block = 0; block < 5; block += 1) chain.mine();
      },
      (parts, moment) => paidOnce(parts, [1], moment),
    ));

  it('another host may undo what has left the chain, and conclude it where it is mined again', async () => {
    for (let moment = 1, isOver = false; !isOver; moment += 1) {
      const parts = await mined(1, 2);
      await parts.run();
      parts.chain.reorganise(6, () => true);
      let steps = 0;
      const host = parts.host(async () => {
        if ((steps += 1) !== moment) return;
        await parts.run();
        for (let block = 0; block < 5; block += 1) parts.chain.mine();
        await parts.run();
      });
      await host.run();
      isOver = steps < moment;
      if (!isOver) paidOnce(parts, [1, 2], moment);
    }
  });

  it('another host may conclude a payment again in a newer block, which is watched', async () => {
    for (let moment = 1, isOver = false; !isOver; moment += 1) {
      const parts = await mined(1);
      await parts.run();
      for (let block = 0n; block < WATCHED_BLOCKS; block += 1n) parts.chain.mine();
      let steps = 0;
      const host = parts.host(async () => {
        if ((steps += 1) !== moment) return;
        parts.chain.reorganise(parts.chain.height(), () => false);
        await parts.run();
        for (let block = 0; block < 5; block += 1) parts.chain.mine();
        await parts.run();
      });
      await host.run();
      isOver = steps < moment;
      const [{ state, mined: at }] = slots(parts) as [StoredNonce];
      // The old block is closed by this host, if the other one does not come before.
      expect([moment, at!.blockNumber === 1n]).toEqual([moment, state === 'CLOSED']);
    }
  });

  it('a foreign transaction may take the place of one that is confirmed, and the payment is paid with another nonce', () =>
    atEachMoment(
      () => mined(1),
      async (parts) => {
        parts.chain.reorganise(5, () => false);
        parts.chain.drop();
        parts.chain.foreign(SIGNER, 9);
        for (let block = 0; block < 5; block += 1) parts.chain.mine();
        await parts.run();
        parts.advance(30);
        await parts.run();
      },
      (parts, moment) => paidOnce(parts, [1], moment),
    ));

  it('another host may refuse the same payment, once', () =>
    atEachMoment(
      async () => {
        const parts = await queued(1);
        parts.chain.state.reverting.add(dataOf(1));
        return parts;
      },
      (parts) => parts.sender.run(),
      (parts, moment) =>
        expect([moment, parts.book().get('payout/1')]).toEqual([moment, { state: 'refused', count: 1 }]),
    ));

  it('a payment that waits may be withdrawn, and waits for nothing then', () =>
    atEachMoment(
      async () => {
        const parts = sendingParts({ maxFeePerGas: 5n });
        await parts.add(payment(1));
        return parts;
      },
      async (parts) => expect(await parts.withdraw('payout/1')).toBe(true),
      async (parts, moment) => {
        const { waitsFor, outcome } = (await parts.status('payout/1'))!;
        expect([moment, waitsFor, outcome!.reason]).toEqual([moment, null, 'not wanted any more']);
      },
    ));

  it('another host may give fills to the nonces of foreign transactions that left the chain', () =>
    atEachMoment(
      async () => {
        const parts = sendingParts();
        parts.chain.foreign(SIGNER, 9);
        parts.chain.mine();
        await parts.add(payment(1));
        await parts.run();
        parts.chain.drop();
        parts.chain.reorganise(1, () => false);
        parts.advance(11);
        return parts;
      },
      (parts) => parts.sender.run(),
      (parts, moment) => {
        paidOnce(parts, [1], moment);
        expect(parts.book().get(`fill/${SIGNER}/0`)).toEqual({ state: 'mined', count: 1 });
      },
    ));
});
