import { beforeEach, describe, expect, it } from 'vitest';
import { EXCEPTIONS, type ExceptionRecord } from '../exceptions/index.js';
import { readAll } from '../kernel/index.js';
import { playBlocks, type PlayBlocks } from '../testing/play-blocks.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { playIssuer, type PlayIssuer } from '../testing/play-issuer.js';
import type { Stablecoin } from './index.js';

let played: PlayIssuer;
let coin: Stablecoin;
let blocks: PlayBlocks;
let submitted: number;

beforeEach(async () => {
  submitted = 0;
  played = await playIssuer((issuer) => ({
    ...issuer,
    submit: (...order) => {
      submitted += 1;
      return issuer.submit(...order);
    },
  }));
  coin = await played.issued();
  blocks = await playBlocks(played.play);
});

const open = (): Promise<readonly ExceptionRecord[]> =>
  played.play.storage.units.read(played.play.tenant, (reads) => readAll(reads, EXCEPTIONS, { status: 'OPEN' }));
const only = async (): Promise<ExceptionRecord> => {
  const found = await open();
  expect(found).toHaveLength(1);
  return found[0]!;
};

/** Waits until the issuer has completed an order. */
async function finish(id: string): Promise<void> {
  for (let i = 0; i < 20; i += 1) await played.play.pass(60);
  expect((await played.operation(id)).status).toBe('COMPLETED');
}

describe.each(['customers', 'platforms'] as const)(
  'an order that its issuer does not have, while one of the %s is blocked',
  (kind) => {
    const block = () => blocks.block(kind, kind === 'customers' ? played.customerId : '');
    const unblock = () => blocks.unblock(kind, kind === 'customers' ? played.customerId : '');

    it.each(['mint', 'burn'] as const)(
      'is held if it is a %s, and goes on when an operator lets it, after the block',
      async (type) => {
        const request = type === 'mint' ? played.mint() : played.burn((await played.bank()).id);
        if (type === 'burn') {
          await finish(valueOf(await played.order(coin, played.mint())).id);
        }
        const before = submitted;
        const { id } = valueOf(await played.order(coin, request));
        await block();
        await played.play.pass(100_000);
        expect(submitted).toBe(before);
        expect(await played.operation(id)).toMatchObject({ status: 'CREATED', submittedAt: null });
        const held = await only();
        expect(held).toMatchObject({ kind: 'PAYMENT_HELD', subject: id, currency: 'USD', amount: 1_000n });
        await played.clean();
        const { reads } = played.play.core.operators;
        expect(await reads.keptByBlocks([held])).toEqual(new Set([held.id]));
        expect(codeOf(await blocks.resolve({ exceptionId: held.id, resolution: 'RETRIED' }))).toBe('CONFLICT');
        await unblock();
        expect(await reads.keptByBlocks([held])).toEqual(new Set());
        await played.play.pass(100_000);
        expect(submitted).toBe(before);
        valueOf(await blocks.resolve({ exceptionId: held.id, resolution: 'RETRIED' }));
        await finish(id);
        await played.clean();
      },
    );

    it('fails if it is refused, and its money is free again', async () => {
      const before = await played.balances();
      const { id } = valueOf(await played.order(coin, played.mint()));
      await block();
      await played.play.pass(0);
      valueOf(await blocks.resolve({ exceptionId: (await only()).id, resolution: 'REFUSED' }));
      expect((await played.operation(id)).status).toBe('FAILED');
      expect(await played.balances()).toEqual(before);
      expect(await open()).toEqual([]);
      await played.clean();
    });
  },
);

it('an order from or to a blocked external account is held', async () => {
  const bank = await played.bank();
  const source = played.from('ACH_DEBIT', { externalAccountId: bank.id });
  const { id } = valueOf(await played.order(coin, played.mint({ source })));
  await blocks.block('external-accounts', bank.id);
  await played.play.pass(100_000);
  expect(submitted).toBe(0);
  expect(await only()).toMatchObject({ kind: 'PAYMENT_HELD', subject: id });
  await played.clean();
});

describe('an order whose issuer did not answer', () => {
  let isDown: boolean;
  beforeEach(async () => {
    isDown = true;
    played = await playIssuer((issuer) => ({
      ...issuer,
      submit: async (...order) => {
        submitted += 1;
        if (isDown) throw new Error('connect ECONNREFUSED');
        return issuer.submit(...order);
      },
    }));
    coin = await played.issued();
    blocks = await playBlocks(played.play);
  });

  it('is not submitted again while its owner is blocked, and after that only by an operator', async () => {
    const { id } = valueOf(await played.order(coin, played.mint()));
    await played.play.pass(0);
    expect(submitted).toBe(1);
    await blocks.block('customers', played.customerId);
    isDown = false;
    await played.play.pass(100_000);
    expect(submitted).toBe(1);
    const held = await only();
    expect(held).toMatchObject({ kind: 'PAYMENT_HELD', subject: id, amount: 1_000n });
    await played.clean();
    expect(codeOf(await blocks.resolve({ exceptionId: held.id, resolution: 'REFUSED' }))).toBe('CONFLICT');
    expect(codeOf(await blocks.resolve({ exceptionId: held.id, resolution: 'RETRIED' }))).toBe('CONFLICT');
    await blocks.unblock('customers', played.customerId);
    await played.play.pass(100_000);
    expect(submitted).toBe(1);
    valueOf(await blocks.resolve({ exceptionId: held.id, resolution: 'RETRIED' }));
    await finish(id);
    expect(submitted).toBe(2);
    await played.clean();
  });
});
