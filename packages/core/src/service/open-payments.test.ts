import { beforeEach, describe, expect, it } from 'vitest';
import type { Id } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { playIssuer, type PlayIssuer } from '../testing/play-issuer.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { hasOpenPaymentsOf, hasOpenPaymentsOn } from './open-payments.js';

const isOpenOn = ({ play }: Pick<PlayPayer, 'play'>, accountId: string): Promise<boolean> =>
  play.storage.units.read(play.tenant, (reads) => hasOpenPaymentsOn(reads, play.context(), accountId));
const isOpenOf = ({ play, customerId }: Pick<PlayPayer, 'play' | 'customerId'>): Promise<boolean> =>
  play.storage.units.read(play.tenant, (reads) =>
    hasOpenPaymentsOf(reads, play.context(), customerId as Id<'Customer'>),
  );

describe('a payment', () => {
  let payer: PlayPayer;
  let destination: string;
  beforeEach(async () => {
    payer = await playPayer();
    destination = (await payer.external()).id;
  });

  it('is open on its destination from the creation of its quote until the quote expires', async () => {
    expect(await isOpenOn(payer, destination)).toBe(false);
    await payer.quoted(payer.fromAccount(payer.usd.id, destination));
    expect([await isOpenOn(payer, destination), await isOpenOf(payer)]).toEqual([true, false]);
    await payer.play.pass(301);
    expect(await isOpenOn(payer, destination)).toBe(false);
  });

  it('is open on its accounts and for its customer until it is delivered', async () => {
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, destination));
    valueOf(await payer.execute(quote.id));
    expect(await isOpenOf(payer)).toBe(true);
    for (const account of [payer.usd.id, destination]) expect(await isOpenOn(payer, account)).toBe(true);
    await payer.play.pass(0);
    await payer.play.pass(31);
    expect((await payer.quote(quote.id)).status).toBe('COMPLETED');
    expect(await isOpenOf(payer)).toBe(false);
    for (const account of [payer.usd.id, destination]) expect(await isOpenOn(payer, account)).toBe(false);
  });
});

it('a stablecoin order is open on its bank account and for its owner until it is done', async () => {
  const issuer: PlayIssuer = await playIssuer();
  const coin = await issuer.issued();
  valueOf(await issuer.order(coin, issuer.mint()));
  for (let second = 0; second < 3; second++) await issuer.play.pass(second);
  const bank = (await issuer.bank()).id;
  expect([await isOpenOn(issuer, bank), await isOpenOf(issuer)]).toEqual([false, false]);
  valueOf(await issuer.order(coin, issuer.burn(bank)));
  expect([await isOpenOn(issuer, bank), await isOpenOf(issuer)]).toEqual([true, true]);
  for (let second = 0; second < 3; second++) await issuer.play.pass(second);
  expect([await isOpenOn(issuer, bank), await isOpenOf(issuer)]).toEqual([false, false]);
});
