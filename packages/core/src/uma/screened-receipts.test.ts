import { sandboxRates } from '@corridor/adapters-rails/rates';
import { DEFAULT_PROVIDERS, umaPorts } from '@corridor/adapters-rails/uma';
import { beforeEach, describe, expect, it } from 'vitest';
import { CUSTOMERS } from '../customers/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { ok, readAll, update } from '../kernel/index.js';
import { decide } from '../testing/decide-match.js';
import { lightningDirectory } from '../testing/lightning-directory.js';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { playScreening, type PlayScreening } from '../testing/play-screening.js';
import { fixedClock } from '../testing/ports.js';
import { UMA_RECEIPTS } from './records.js';

const PAYER = '$eve@bank.example';
const AMOUNT = 1_000n;
const directory = lightningDirectory();

let play: PlayCore;
let lists: PlayScreening;
let customerId: string;

beforeEach(async () => {
  const clock = fixedClock();
  lists = playScreening();
  play = await playCore({
    clock,
    screening: [lists.connection],
    uma: umaPorts({
      http: { send: async () => ({ kind: 'unreachable', reason: 'connection refused' }) },
      clock,
      lightningDirectory: directory(),
      rates: sandboxRates(clock),
      providers: DEFAULT_PROVIDERS,
    }),
  });
  const details = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' } as const;
  customerId = valueOf(await play.run(play.core.customers.create, details)).id;
  await play.pass(60);
});

const receive = async (): Promise<string> =>
  valueOf(
    await play.run(play.core.uma.receiveSimulated, {
      senderUmaAddress: PAYER,
      customerId,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: AMOUNT,
    }),
  ).id;
const receiptOf = async (id: string) =>
  (await play.storage.units.read(play.tenant, (reads) => reads.get(UMA_RECEIPTS, id)))!;
const balance = async (): Promise<bigint> => {
  const page = valueOf(await play.read(play.core.accounts.listInternal, { customerId, currency: 'USD' }));
  return page.data[0]!.available;
};
const open = () => play.storage.units.read(play.tenant, (reads) => readAll(reads, EXCEPTIONS, { status: 'OPEN' }));
async function settle(): Promise<void> {
  for (let i = 0; i < 8; i++) await play.pass(2);
}
const clean = async (): Promise<void> => expect((await play.core.ledger.audit()).findings).toEqual([]);

describe('a payment of another institution', () => {
  it('is credited after a clear answer about its payer', async () => {
    const id = await receive();
    await settle();
    expect((await receiptOf(id)).status).toBe('PAID');
    expect(await balance()).toBe(AMOUNT);
    const asked = lists.asked.find(({ payment }) => payment?.id === id)!;
    expect(asked).toMatchObject({ occasion: 'ARRIVAL', payment: { direction: 'IN', amount: AMOUNT } });
    expect(asked.parties.map(({ role, address }) => [role, address])).toEqual([
      ['CUSTOMER', null],
      ['PAYER', PAYER],
    ]);
    await clean();
  });

  it('waits for the answer, and is credited once', async () => {
    lists.isAway = true;
    await receive();
    await settle();
    expect(await balance()).toBe(0n);
    await clean();
    lists.isAway = false;
    await play.pass(60);
    await settle();
    expect(await balance()).toBe(AMOUNT);
    await clean();
  });

  it('of a matched payer is kept, and credited when the match is cleared', async () => {
    lists.change([{ entry: 'E1', version: '1', matches: PAYER }]);
    await receive();
    await settle();
    expect(await balance()).toBe(0n);
    expect((await open()).map(({ kind }) => kind)).toContain('SCREENING_HIT');
    await clean();
    await decide(play, 'clear');
    await settle();
    expect(await balance()).toBe(AMOUNT);
    expect(await open()).toEqual([]);
    await clean();
  });

  it('is asked about again before its money is credited, if the customer has another name by then', async () => {
    lists.change([{ entry: 'E1', version: '1', matches: PAYER }]);
    await receive();
    await settle();
    await play.core.units.run(play.tenant, async (tx) =>
      ok(update(tx, play.context(), CUSTOMERS, (await tx.get(CUSTOMERS, customerId))!, { fullName: 'Mallory' })),
    );
    lists.change([
      { entry: 'E1', version: '1', matches: PAYER },
      { entry: 'E2', version: '1', matches: 'Mallory' },
    ]);
    await decide(play, 'clear');
    await settle();
    expect(await balance()).toBe(0n);
    const deposit = lists.asked.filter(({ payment }) => payment?.id.startsWith('Deposit:')).at(-1)!;
    expect(deposit.parties.map(({ role, name }) => [role, name])).toEqual([
      ['CUSTOMER', 'Mallory'],
      ['PAYER', null],
    ]);
    await clean();
  });

  it('of a matched payer is asked about again if the lists changed before the match was cleared', async () => {
    lists.change([{ entry: 'E1', version: '1', matches: PAYER }]);
    await receive();
    await settle();
    lists.change([
      { entry: 'E1', version: '1', matches: PAYER },
      { entry: 'E2', version: '1', matches: PAYER },
    ]);
    await play.core.screening.callback('play-lists', {
      ...{ path: 'events', headers: {} },
      body: Buffer.from('{"kind":"lists-changed"}'),
    });
    await settle();
    await decide(play, 'clear');
    await settle();
    expect(await balance()).toBe(0n);
    expect((await open()).map(({ kind }) => kind)).toContain('SCREENING_HIT');
    await decide(play, 'clear');
    await settle();
    expect(await balance()).toBe(AMOUNT);
    await clean();
  });
});
