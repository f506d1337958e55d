import { beforeEach, describe, expect, it } from 'vitest';
import { EXCEPTIONS } from '../exceptions/index.js';
import { readAll } from '../kernel/index.js';
import { decide } from '../testing/decide-match.js';
import { valueOf } from '../testing/play-core.js';
import { playIssuer, type PlayIssuer } from '../testing/play-issuer.js';
import { playScreening, type PlayScreening } from '../testing/play-screening.js';
import type { Stablecoin } from './index.js';

let played: PlayIssuer;
let lists: PlayScreening;
let coin: Stablecoin;
let submitted: string[];

beforeEach(async () => {
  submitted = [];
  lists = playScreening();
  played = await playIssuer(
    (issuer) => ({
      ...issuer,
      submit: (account, order) => {
        submitted.push(order.reference);
        return issuer.submit(account, order);
      },
    }),
    { screening: [lists.connection] },
  );
  coin = await played.issued();
  await played.play.pass(60);
});

const open = () =>
  played.play.storage.units.read(played.play.tenant, (reads) => readAll(reads, EXCEPTIONS, { status: 'OPEN' }));

async function finish(id: string): Promise<void> {
  for (let i = 0; i < 20; i += 1) await played.play.pass(60);
  expect((await played.operation(id)).status).toBe('COMPLETED');
}

/** A customer with tokens, who redeems them to an account at a bank. */
async function burns(): Promise<string> {
  await finish(valueOf(await played.order(coin, played.mint())).id);
  submitted.length = 0;
  lists.asked.length = 0;
  return (await played.bank()).id;
}

describe('an order of a stablecoin', () => {
  it('between accounts of its owner inside asks nothing', async () => {
    lists.isAway = true;
    await finish(valueOf(await played.order(coin, played.mint())).id);
    await played.clean();
  });

  it('to an account outside is submitted once, after a clear answer about its owner', async () => {
    const to = await burns();
    lists.isAway = true;
    const { id } = valueOf(await played.order(coin, played.burn(to)));
    await played.play.pass(600);
    expect(submitted).toEqual([]);
    await played.clean();
    lists.isAway = false;
    await finish(id);
    expect(submitted).toEqual([id]);
    expect(lists.asked.find(({ payment }) => payment?.id === id)!.parties.map(({ role }) => role)).toEqual([
      'CUSTOMER',
      'PAYEE',
    ]);
    await played.clean();
  });

  it('that matches waits, goes on when the match is cleared, and is left to an operator when it is confirmed', async () => {
    const to = await burns();
    lists.change([{ entry: 'E1', version: '1', matches: 'Ada Lovelace' }]);
    const { id } = valueOf(await played.order(coin, played.burn(to)));
    await played.play.pass(100_000);
    expect(submitted).toEqual([]);
    expect((await open()).filter(({ subject }) => subject === id)).toMatchObject([{ kind: 'SCREENING_HIT' }]);
    await played.clean();
    await decide(played.play, 'clear');
    await finish(id);
    expect(submitted).toEqual([id]);
    lists.change([{ entry: 'E1', version: '2', matches: 'Ada Lovelace' }]);
    const mint = valueOf(await played.order(coin, played.mint()));
    await finish(mint.id);
    const later = valueOf(await played.order(coin, played.burn(to)));
    await played.play.pass(100_000);
    await decide(played.play, 'confirm');
    expect((await open()).filter(({ subject }) => subject === later.id)).toMatchObject([{ kind: 'PAYMENT_HELD' }]);
    expect(submitted).not.toContain(later.id);
    await played.clean();
  });
});
