import { beforeEach, describe, expect, it } from 'vitest';
import type { ArrivalMessage, Rail, RailTelling } from '../accounts/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type Context, type Environment, type Result, runUseCase, type TenantKey, tenantKey } from '../kernel/index.js';
import { refusal } from '../testing/host.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';
import type { Told } from './index.js';

const BANK = 'sandbox-bank';

/** The rails of the sandbox, and a bank of the production. */
const rails = (): readonly Rail[] => {
  const bank = bankRails({}).find(({ name }) => name === BANK)!;
  return [...bankRails({}), { ...bank, name: 'bank', environment: 'PRODUCTION', simulated: false }];
};

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer({ rails: rails() });
});

let payments = 0;
const arrives = (over: Partial<ArrivalMessage>, environment: Environment = 'SANDBOX'): Promise<Result<Told>> =>
  payer.play.core.railTells(environment, {
    kind: 'arrival',
    rail: environment === 'SANDBOX' ? BANK : 'bank',
    paymentId: `payment ${payments++}`,
    reference: 'UNKNOWN43679',
    currency: 'USD',
    amount: 5_000n,
    remitter: null,
    valueDate: null,
    ...over,
  });

/** Creates a later platform in this environment. Returns its tenant and the reference of its account in dollars. */
async function platformIn(environment: Environment, end: string) {
  const { play } = payer;
  play.clock.advance(1);
  const tenant = tenantKey(`Platform:01943c5e-0000-7000-8000-0000000000${end}` as never, environment);
  const ctx: Context = play.core.context(tenant, { kind: 'system' }, 'test');
  const created = { name: `Platform ${end}`, currencies: ['USD', 'EUR'] };
  valueOf(await runUseCase(play.storage.units, ctx, play.core.platforms.create, created));
  const page = await play.storage.units.read(tenant, (reads) =>
    play.core.accounts.listInternal(reads, ctx, { ownerType: 'PLATFORM', currency: 'USD' }),
  );
  return { tenant, reference: valueOf(page).data[0]!.account.reference };
}

describe('arrived money belongs', () => {
  it('to the platform of its reference, also if it is not the first one', async () => {
    const second = await platformIn('SANDBOX', '0e');
    const told = valueOf(await arrives({ reference: second.reference }));
    expect(told.arrival).toMatchObject({ tenant: second.tenant, outcome: 'ACCOUNT_CREDITED' });
    await payer.auditClean();
  });

  it('to the first platform of its environment, if its reference is unknown', async () => {
    const production = await platformIn('PRODUCTION', '0e');
    await platformIn('PRODUCTION', '0f');
    await platformIn('SANDBOX', 'a0');
    expect(valueOf(await arrives({})).arrival!.tenant).toBe(payer.play.tenant);
    expect(valueOf(await arrives({}, 'PRODUCTION')).arrival!.tenant).toBe(production.tenant);
  });

  it('to no account of another environment', async () => {
    const production = await platformIn('PRODUCTION', '0e');
    const told = valueOf(await arrives({ reference: payer.usd.reference }, 'PRODUCTION'));
    expect(told).toMatchObject({
      arrival: { tenant: production.tenant, outcome: 'RETURNED' },
      deposit: { tenant: production.tenant },
    });
    const candidates = valueOf(await arrives({ candidates: [payer.usd.reference] }, 'PRODUCTION'));
    expect(candidates.arrival!.reference).toBe('UNKNOWN43679');
    expect((await payer.internal('USD')).available).toBe(1_000_000n);
  });

  it('to a platform, so it is refused in an environment without one', async () => {
    expect(refusal(await arrives({}, 'PRODUCTION')).code).toBe('REFERENCE_NOT_FOUND');
  });
});

describe('the reference of arrived money', () => {
  it('is the address, if it arrived at one that no account has', async () => {
    for (const [rail, currency] of [
      [BANK, 'USD'],
      ['sandbox-crypto', 'USDC'],
    ] as const) {
      const { arrival } = valueOf(await arrives({ rail, currency, reference: { addressIndex: 987 } }));
      expect(arrival).toMatchObject({ reference: 'address 987', outcome: 'RETURNED' });
    }
  });

  it('is looked for among the first 300 candidates', async () => {
    const unknown = Array.from({ length: 299 }, (_, index) => `UNKNOWN${index}`);
    const { reference } = payer.usd;
    expect(valueOf(await arrives({ candidates: [...unknown, reference] })).arrival!.reference).toBe(reference);
    const late = valueOf(await arrives({ candidates: [...unknown, 'UNKNOWN299', reference] }));
    expect(late.arrival).toMatchObject({ reference: 'UNKNOWN43679', outcome: 'RETURNED' });
  });

  it('names two of several candidates that exist', async () => {
    const all = [payer.usd.reference];
    for (const currency of ['EUR', 'USD'])
      all.push((await payer.internal(currency, currency === 'EUR' ? undefined : 'platform')).account.reference);
    const { arrival } = valueOf(await arrives({ candidates: all }));
    expect(arrival).toMatchObject({ reference: all.slice(0, 2).join(' '), outcome: 'RETURNED' });
  });
});

describe('the id of a message', () => {
  const recall = {
    kind: 'recall',
    rail: BANK,
    messageId: 'message',
    paymentId: 'p',
    amount: 5_000n,
    reason: null,
  } as const;
  const returned = (returnId: string) =>
    ({
      kind: 'payout',
      rail: BANK,
      messageId: '',
      reference: '',
      status: { state: 'returned', returnId, amount: 1n, reason: null },
    }) as const;
  const tell = (telling: RailTelling) => payer.play.core.railTells('SANDBOX', telling);

  it('has 1 to 255 characters, and the error names every id that has not', async () => {
    const refused = async (telling: RailTelling) => refusal(await tell(telling));
    for (const id of ['', 'x'.repeat(256)]) {
      expect(await refused({ ...recall, messageId: id, paymentId: id })).toEqual({
        code: 'INVALID_INPUT',
        fields: ['messageId', 'paymentId'],
      });
    }
    expect(await refused(returned(''))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['messageId', 'reference', 'status.returnId'],
    });
    expect(refusal(await arrives({ paymentId: '' }))).toEqual({ code: 'INVALID_INPUT', fields: ['paymentId'] });
    const longest = 'x'.repeat(255);
    expect(valueOf(await arrives({ paymentId: longest })).effect).toBe('APPLIED');
  });

  it('belongs to one message: another kind is a contradiction, a repeat has no effect', async () => {
    valueOf(await arrives({ paymentId: 'p', reference: payer.usd.reference }));
    const first = valueOf(await tell(recall));
    expect(first.effect).not.toBe('NONE');
    expect(valueOf(await tell(recall))).toMatchObject({ effect: 'NONE', subject: first.subject });
    expect(valueOf(await tell({ ...recall, kind: 'reversal' }))).toMatchObject({
      effect: 'CONTRADICTED',
      subject: expect.stringMatching(/^Exception:/) as string,
    });
  });
});

describe('an id that was used for another platform', () => {
  const exceptionsOf = (tenant: TenantKey) =>
    payer.play.storage.units.read(
      tenant,
      async (reads) => (await reads.list(EXCEPTIONS, { order: 'asc', limit: 10 })).rows,
    );

  it('opens an exception that names the money of this platform, and of the other one only the id', async () => {
    const second = await platformIn('SANDBOX', '0e');
    const { arrival } = valueOf(await arrives({ paymentId: 'p', reference: payer.usd.reference }));
    const told = valueOf(await arrives({ paymentId: 'p', reference: second.reference, amount: 7n }));
    expect(told.effect).toBe('CONTRADICTED');
    expect(await exceptionsOf(payer.play.tenant)).toEqual([]);
    const [opened] = await exceptionsOf(second.tenant);
    expect(opened).toMatchObject({ id: told.subject, subject: BANK, rail: BANK, currency: 'USD', amount: 7n });
    expect(opened!.reason).toContain(`7 USD with the reference ${second.reference} as p`);
    for (const foreign of [payer.usd.reference, '5000', arrival!.id])
      expect(JSON.stringify([opened!.reason, opened!.reference, opened!.subject])).not.toContain(foreign);
    await payer.auditClean();
  });

  it('of a message opens an exception without the content of the first message', async () => {
    const second = await platformIn('SANDBOX', '0e');
    valueOf(await arrives({ paymentId: 'first', reference: payer.usd.reference }));
    valueOf(await arrives({ paymentId: 'second', reference: second.reference }));
    const tell = async (paymentId: string, amount: bigint) =>
      valueOf(
        await payer.play.core.railTells('SANDBOX', {
          kind: 'recall',
          rail: BANK,
          messageId: 'm',
          reason: null,
          paymentId,
          amount,
        }),
      ).effect;
    expect(await tell('first', 4_321n)).toBe('APPLIED');
    expect(await tell('second', 7n)).toBe('CONTRADICTED');
    const [opened] = await exceptionsOf(second.tenant);
    expect(opened!.reason).toContain('sent the message m as "recall of 7 of second"');
    for (const foreign of ['first', '4321']) expect(opened!.reason).not.toContain(foreign);
  });
});

describe('a message about a collection', () => {
  it('of money that the account cannot hold fails the transfer, which is refunded', async () => {
    const pending = { state: 'pending', checkAfterSeconds: 86_400 } as const;
    payer = await playPayer({ rails: bankRails({}, { submit: async () => pending }) });
    const { play, usd } = payer;
    const request = { sourceId: (await payer.dollars()).id, destinationId: usd.id, amount: 100_000n };
    const { id } = valueOf(await play.run(play.core.transfers.in, request));
    await play.pass(0);
    const full = { accountId: usd.id, amount: 2n ** 53n - 1n - 1_000_000n };
    valueOf(await play.run(play.core.sandbox.fund, full));
    const told = valueOf(
      await play.core.railTells('SANDBOX', {
        kind: 'collection',
        rail: BANK,
        messageId: 'collected',
        reference: id,
        status: { state: 'collected', checkAfterSeconds: null },
      }),
    );
    expect(told).toMatchObject({
      effect: 'APPLIED',
      subject: id,
      transaction: { status: 'FAILED', failureReason: 'COLLECTION_FAILED' },
    });
    await play.pass(0);
    const after = valueOf(await play.read(play.core.transactions.get, { id }));
    expect(after).toMatchObject({ status: 'REFUNDED', refundStatus: 'COMPLETED' });
    await payer.auditClean();
  });
});
