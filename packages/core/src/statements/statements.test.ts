import { beforeEach, describe, expect, it } from 'vitest';
import { type Id, instant, type Instant, runUseCase, tenantKey } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { type AccountStatement, readStatement, statementCamt, statementCsv } from './index.js';

let payer: PlayPayer;
let begin: Instant;
beforeEach(async () => {
  payer = await playPayer();
  begin = payer.play.clock.now();
  await payer.play.pass(60);
});

async function statement(from: number, until: number, accountId: string = payer.usd.id): Promise<AccountStatement> {
  const request = { accountId, from: instant(from), until: instant(until) };
  return valueOf(await payer.play.core.statements.read(payer.play.tenant, request));
}

async function pay(suffix: string): Promise<string> {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external(suffix)).id));
  valueOf(await payer.execute(quote.id));
  return quote.transactionId;
}

describe('the statement of an internal account', () => {
  it('has the entries of the period between its balances', async () => {
    const from = payer.play.clock.now();
    const transactionId = await pay('890');
    await payer.play.pass(60);
    await payer.play.pass(1);
    const { entries, ...rest } = await statement(from, from + 3_600_000);
    expect(rest).toMatchObject({ opening: 1_000_000n, closing: 900_000n, held: 0n, holder: 'Ada Lovelace', from });
    expect(rest.until).toBe(payer.play.clock.now());
    expect(entries).toMatchObject([
      { kind: 'SETTLEMENT', amount: -100_000n, balance: 900_000n, transactionId, counterparty: 'Grace Hopper (…3890)' },
    ]);
  });

  it('does not have a hold as an entry, but says how much is held', async () => {
    const from = payer.play.clock.now();
    await pay('890');
    await payer.play.core.work.stop();
    payer.play.clock.advance(1);
    expect(await statement(from, from + 1000)).toMatchObject({
      opening: 1_000_000n,
      closing: 1_000_000n,
      held: 100_000n,
      entries: [],
    });
  });

  it('has the balance of the time before the first entry and after the last one', async () => {
    expect(await statement(begin - 10_000, begin - 5_000)).toMatchObject({ opening: 0n, closing: 0n, entries: [] });
    expect(await statement(begin + 10_000, begin + 20_000)).toMatchObject({
      opening: 1_000_000n,
      closing: 1_000_000n,
      entries: [],
    });
  });

  it('names the sender of money that arrived, with the end of its account', async () => {
    const from = payer.play.clock.now();
    const told = await payer.play.core.railTells('SANDBOX', {
      kind: 'arrival',
      rail: 'sandbox-bank',
      paymentId: 'first',
      reference: payer.usd.reference,
      currency: 'USD' as never,
      amount: 500n,
      remitter: { name: 'Grace Hopper', account: '123456789' },
      valueDate: null,
    });
    valueOf(told);
    await payer.play.pass(1);
    const { entries } = await statement(from, from + 10_000);
    expect(entries).toMatchObject([
      { kind: 'DEPOSIT', amount: 500n, counterparty: 'Grace Hopper (…6789)', reference: payer.usd.reference },
    ]);
  });

  it('is refused for an account of another tenant, an empty period, and one in the future', async () => {
    const { core, tenant, clock } = payer.play;
    const now = clock.now();
    const other = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000002' as Id<'Platform'>, 'SANDBOX');
    const ctx = core.context(other, { kind: 'system' }, 'test');
    valueOf(await runUseCase(core.units, ctx, core.platforms.create, { name: 'Other', currencies: ['USD'] }));
    const read = (of: typeof tenant, accountId: string, from: number, until: number) =>
      core.statements.read(of, { accountId, from: instant(from), until: instant(until) });
    expect(await read(tenant, payer.customerId, 1, 2)).toMatchObject({ error: { code: 'REFERENCE_NOT_FOUND' } });
    expect(await read(other, payer.usd.id, 1, 2)).toMatchObject({ error: { code: 'REFERENCE_NOT_FOUND' } });
    expect(await read(tenant, payer.usd.id, 2, 2)).toMatchObject({ error: { code: 'INVALID_INPUT' } });
    expect(await read(tenant, payer.usd.id, now, now + 1)).toMatchObject({ error: { code: 'INVALID_INPUT' } });
  });

  it('is written as CSV and as camt.053', async () => {
    const from = payer.play.clock.now();
    await pay('890');
    await payer.play.pass(60);
    await payer.play.pass(1);
    const made = await statement(from, from + 3_600_000);
    expect(statementCsv(made).split('\r\n')).toEqual([
      'booked_at,kind,amount,currency,balance,counterparty,counterparty_id,reference,text,transaction_id,entry_id',
      '2026-01-15T12:01:00.000Z,OPENING_BALANCE,,USD,10000.00,,,,,,',
      expect.stringMatching(
        /^2026-01-15T12:02:00\.000Z,SETTLEMENT,-1000\.00,USD,9000\.00,Grace Hopper \(…3890\),ExternalAccount:[^,]*,,,Transaction:[^,]*,JournalEntry:[^,]*$/,
      ),
      '2026-01-15T12:02:01.000Z,CLOSING_BALANCE,,USD,9000.00,,,,,,',
      '',
    ]);
    expect(valueOf(statementCamt(made))).toContain('<Amt Ccy="USD">1000.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>');
  });
});

it('the entries are read as a long read, which lets the process do other work', async () => {
  const { storage, tenant, core } = payer.play;
  const extents: unknown[] = [];
  const ctx = core.context(tenant, { kind: 'system' }, 'test');
  const read = readStatement({
    units: {
      ...storage.units,
      read: (of, work, extent) => {
        extents.push(extent);
        return storage.units.read(of, work, extent);
      },
    },
    sealer: { open: () => '{}' } as never,
    digest: { sha256: () => 'x'.repeat(64) } as never,
    contextOf: async () => ctx,
  });
  valueOf(await read(tenant, { accountId: payer.usd.id, from: instant(ctx.now - 1), until: ctx.now }));
  expect(extents).toEqual([undefined, 'long']);
});
