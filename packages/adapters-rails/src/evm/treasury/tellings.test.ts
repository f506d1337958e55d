import { err, ok } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { treasuryParts, type TreasuryPlay } from '../../testing/treasury-parts.js';
import { legsOf, tellingCondition, tellOpen, type Telling, untoldLegs } from './tellings.js';

const topUp = (messageId: string, amount = 5n): Telling =>
  ({
    kind: 'booking',
    booking: 'TOP_UP',
    rail: 'base',
    messageId,
    currency: 'USDC',
    amount,
    note: 'a test',
  }) as Telling;

const start = async (...messages: readonly Telling[]): Promise<TreasuryPlay> => {
  const play = treasuryParts();
  for (const message of messages) await play.tell(message);
  return play;
};
const telling = ({ committed }: TreasuryPlay, id: string) => committed.get(`tellings/${id}`)!;
const condition = ({ read }: TreasuryPlay) => read(tellingCondition);

describe('a message for core', () => {
  it('goes to core once, oldest first, and is listed until then', async () => {
    const play = await start(topUp('b'), topUp('a'));
    expect(await condition(play)).toEqual({ open: 2, problems: [] });
    expect(await play.told()).toEqual([topUp('b'), topUp('a')]);
    expect(await play.told()).toEqual([]);
    expect(await condition(play)).toEqual({ open: 0, problems: [] });
    expect(telling(play, 'a')).toMatchObject({ status: null, value: { message: topUp('a'), error: null } });
  });

  it('keeps its first content and its state if its id comes again', async () => {
    const play = await start(topUp('a'));
    await play.tell(topUp('a', 9n));
    expect(await play.told()).toEqual([topUp('a')]);
    await play.tell(topUp('a', 9n));
    expect(await play.told()).toEqual([]);
  });

  it('stays open with the reason for which core refused it, and delays no other', async () => {
    const play = await start(topUp('a'), topUp('b'));
    let message = 'the database is down';
    const heard: string[] = [];
    const tell = () =>
      tellOpen(play.store, async (each) => {
        if ('messageId' in each && each.messageId === 'a') return err('SERVICE_UNAVAILABLE', message);
        heard.push('messageId' in each ? each.messageId : '');
        return ok({ effect: 'APPLIED', subject: null });
      });
    await tell();
    expect(heard).toEqual(['b']);
    const problem = 'core refused the message a: SERVICE_UNAVAILABLE: the database is down';
    expect(await condition(play)).toEqual({ open: 1, problems: [problem] });
    expect(telling(play, 'a')).toMatchObject({ status: 'OPEN', value: { message: topUp('a') } });
    const { version } = telling(play, 'a');
    await tell();
    expect(telling(play, 'a').version).toBe(version);
    message = 'it is down again';
    await tell();
    expect((await condition(play)).problems).toEqual([
      'core refused the message a: SERVICE_UNAVAILABLE: it is down again',
    ]);
    expect(await play.told()).toEqual([topUp('a')]);
    expect(await condition(play)).toEqual({ open: 0, problems: [] });
    expect(telling(play, 'a').value).toMatchObject({ error: null });
  });

  it('that another host has told meanwhile does not become open again', async () => {
    const play = await start(topUp('a'));
    await tellOpen(play.store, async () => {
      await play.told();
      return err('SERVICE_UNAVAILABLE');
    });
    expect(telling(play, 'a')).toMatchObject({ status: null, version: 2 });
    expect((await condition(play)).problems).toEqual([]);
  });

  it('goes to core and is counted on every page', async () => {
    const messages = Array.from({ length: 101 }, (_, at) => topUp(`message ${at}`, 1n));
    const play = await start(...messages);
    expect(await play.read(untoldLegs)).toEqual(messages.map(() => ({ rail: 'base', currency: 'USDC', amount: 1n })));
    expect((await condition(play)).open).toBe(101);
    await tellOpen(play.store, async () => err('SERVICE_UNAVAILABLE'));
    const told = await play.told();
    expect(told).toHaveLength(101);
    expect(await play.read(untoldLegs)).toEqual([]);
  });
});

describe('what a message changes', () => {
  const about = { rail: 'base', currency: 'USDC', amount: 5n, messageId: '1' };
  const leg = (rail: string, amount: bigint) => ({ rail, currency: 'USDC', amount });

  it.each([
    ['TOP_UP', 5n],
    ['INTEREST', 5n],
    ['WITHDRAWAL', -5n],
    ['CHARGE', -5n],
    ['NETWORK_FEE', -5n],
  ] as const)('is its rail for a booking %s', (booking, amount) => {
    expect(legsOf({ kind: 'booking', booking, ...about } as unknown as Telling)).toEqual([leg('base', amount)]);
  });

  it('is both rails for a transfer', () => {
    const transfer = { kind: 'booking', booking: 'TRANSFER', to: 'base.cold', ...about } as unknown as Telling;
    expect(legsOf(transfer)).toEqual([leg('base', -5n), leg('base.cold', 5n)]);
  });

  it('is its rail for a difference, in its direction', () => {
    for (const [direction, amount] of [
      ['IN', 5n],
      ['OUT', -5n],
    ] as const) {
      const difference = { kind: 'difference', direction, ...about, reason: 'a test' } as unknown as Telling;
      expect(legsOf(difference)).toEqual([leg('base', amount)]);
    }
  });
});
