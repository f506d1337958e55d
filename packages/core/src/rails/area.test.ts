import { beforeEach, describe, expect, it } from 'vitest';
import type { Rail, RailCallback, RailConnection, RailTelling, TellCore } from '../accounts/index.js';
import { type CurrencyCode, type Environment, houseTenant } from '../kernel/index.js';
import { bankRails } from '../testing/play-payer.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { receivingRail } from '../testing/ports.js';
import { BOOKINGS } from '../treasury/index.js';

const EUR = 'EUR' as CurrencyCode;
const CALLBACK: RailCallback = { path: 'x', headers: { 'webhook-id': '1' }, body: new Uint8Array([1]) };

let heard: { readonly callback: RailCallback; readonly tell: TellCore }[];
let play: PlayCore;

const railOf = (name: string, environment: Environment): Rail => ({ ...receivingRail, name, environment });
const connectionOf = (
  name: string,
  over: Partial<RailConnection> = {},
  environment: Environment = 'SANDBOX',
): RailConnection => ({
  name,
  environment,
  claims: [],
  rails: [railOf(name, environment)],
  tasks: [],
  callback: async (callback, tell) => {
    heard.push({ callback, tell });
    return { status: 202, message: 'taken' };
  },
  check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
  releases: null,
  ...over,
});

const bookingOf = (rail: string): RailTelling => ({
  kind: 'booking',
  rail,
  messageId: 'entry-1',
  booking: 'TOP_UP',
  currency: EUR,
  amount: 1n,
  note: null,
});

beforeEach(async () => {
  heard = [];
  play = await playCore({
    rails: bankRails({}),
    connections: [
      connectionOf('acme-bank', { rails: [railOf('acme-bank', 'SANDBOX'), railOf('acme-bank.DE2', 'SANDBOX')] }),
      connectionOf('other-bank'),
      connectionOf('silent-bank', { callback: null }),
      connectionOf('live-bank', {}, 'PRODUCTION'),
    ],
  });
});

describe('a callback', () => {
  it('reaches the connection that it names, with the answer of the connection', async () => {
    expect(await play.core.rails.callback('acme-bank', CALLBACK)).toEqual({ status: 202, message: 'taken' });
    expect(heard.map(({ callback }) => callback)).toEqual([CALLBACK]);
  });

  it.each(['silent-bank', 'sandbox-bank', 'acme-bank.DE2', 'none', ''])(
    'reaches no connection as "%s"',
    async (name) => {
      expect(await play.core.rails.callback(name, CALLBACK)).toBeNull();
      expect(heard).toEqual([]);
    },
  );
});

describe('a connection', () => {
  async function tellerOf(name: string): Promise<TellCore> {
    await play.core.rails.callback(name, CALLBACK);
    return heard[0]!.tell;
  }
  const booked = (environment: Environment) =>
    play.storage.units.read(houseTenant(environment), async (reads) =>
      (await reads.list(BOOKINGS, { order: 'asc', limit: 10 })).rows.map(({ rail }) => rail),
    );

  it('speaks for each of its rails, in its environment', async () => {
    const tell = await tellerOf('acme-bank');
    for (const rail of ['acme-bank', 'acme-bank.DE2']) {
      expect(valueOf(await tell(bookingOf(rail)))).toMatchObject({ effect: 'APPLIED' });
    }
    expect(await booked('SANDBOX')).toEqual(['acme-bank', 'acme-bank.DE2']);
    heard.length = 0;
    const live = await tellerOf('live-bank');
    expect(valueOf(await live(bookingOf('live-bank')))).toEqual({
      effect: 'APPLIED',
      subject: expect.stringContaining('Booking:') as string,
    });
    expect(await booked('PRODUCTION')).toEqual(['live-bank']);
  });

  it.each(['other-bank', 'live-bank', 'sandbox-bank', 'none'])('cannot speak for the rail %s', async (rail) => {
    const tell = await tellerOf('acme-bank');
    expect(await tell(bookingOf(rail))).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
    expect([await booked('SANDBOX'), await booked('PRODUCTION')]).toEqual([[], []]);
  });

  it('passes the errors of core on', async () => {
    const tell = await tellerOf('acme-bank');
    expect(await tell({ ...bookingOf('acme-bank'), amount: 0n } as RailTelling)).toMatchObject({
      ok: false,
      error: { code: 'INVALID_AMOUNT' },
    });
  });
});
