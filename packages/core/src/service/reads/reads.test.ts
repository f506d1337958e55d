import { beforeEach, describe, expect, it } from 'vitest';
import { EXTERNAL_ACCOUNTS } from '../../accounts/index.js';
import { openException } from '../../exceptions/index.js';
import { createIds, type Id, ok, plusSeconds, type TenantKey, tenantKey } from '../../kernel/index.js';
import { valueOf } from '../../testing/play-core.js';
import { playBank } from '../../testing/play-bank.js';
import { bankRails, type PlayPayer, playPayer } from '../../testing/play-payer.js';
import { operatorNamed, seededRandom } from '../../testing/ports.js';
import { writeLog } from '../../operators/index.js';
import type { OperatorReads } from './index.js';

const NONE = '018bcfe5-6800-7000-8000-0000000000ff';

let payer: PlayPayer;
let reads: OperatorReads;
beforeEach(async () => {
  payer = await playPayer();
  reads = payer.play.core.operators.reads;
});

/** The same platform in the environment in which it does not exist. */
const elsewhere = async () => {
  const { platformId } = (await reads.platform(payer.play.tenant))!;
  return tenantKey(platformId, 'PRODUCTION');
};

describe('a record of a tenant', () => {
  it('is read by its id in that tenant, and is absent in another one', async () => {
    const { tenant } = payer.play;
    const other = await elsewhere();
    const payee = await payer.external();
    expect((await reads.customer(tenant, payer.customerId))?.id).toBe(payer.customerId);
    expect((await reads.externalAccount(tenant, payee.id))?.id).toBe(payee.id);
    expect(await reads.customer(other, payer.customerId)).toBeNull();
    expect(await reads.externalAccount(other, payee.id)).toBeNull();
  });

  it('is absent if nothing has the id, and if the text is an id of another type or no id at all', async () => {
    const { tenant } = payer.play;
    for (const id of [`Transaction:${NONE}`, payer.customerId, 'Transaction', '']) {
      expect(await reads.payment(tenant, id)).toBeNull();
      expect(await reads.deposit(tenant, id)).toBeNull();
    }
    expect(await reads.document(tenant, `Document:${NONE}`)).toBeNull();
    expect(await reads.beneficialOwner(tenant, `BeneficialOwner:${NONE}`)).toBeNull();
    expect(await reads.reset(tenant, `ScaReset:${NONE}`)).toBeNull();
    expect(await reads.documentsOf(tenant, `Verification:${NONE}`)).toEqual([]);
  });
});

describe('the failed attempts about a record', () => {
  it('are those of its work, with the next time while another attempt is due, and none of another record', async () => {
    const { play } = payer;
    let isDown = true;
    const bank = await playBank({
      rails: bankRails({
        submit: async () => {
          if (isDown) throw new Error('timed out');
          return { state: 'pending', checkAfterSeconds: 60 };
        },
      }),
    });
    const { core, tenant, pass, clock } = bank.payer.play;
    const { id } = await bank.transferOut();
    const attempts = [
      {
        at: clock.now(),
        cause: 'sandbox-bank failed (submit): timed out',
        nextAt: plusSeconds(clock.now(), 1),
      },
    ];
    const failed = { work: 'payout.submit', count: 1, attempts };
    expect(await core.operators.reads.failedAttempts(tenant, id)).toMatchObject([{ ...failed, isRetried: true }]);
    expect(await core.operators.reads.failedAttempts(tenant, bank.payer.customerId)).toEqual([]);
    const { rail } = (await core.operators.reads.payment(tenant, id))!;
    expect(await core.operators.reads.failedAttemptsOn('SANDBOX', ['other', rail!])).toMatchObject([
      { ...failed, subject: id, tenant, isRetried: true },
    ]);
    expect(await core.operators.reads.failedAttemptsOn('SANDBOX', ['other'])).toEqual([]);
    expect(await core.operators.reads.failedAttemptsOn('PRODUCTION', [rail!])).toEqual([]);
    isDown = false;
    await pass(1);
    expect(await core.operators.reads.failedAttempts(tenant, id)).toMatchObject([{ ...failed, isRetried: false }]);
    expect(await reads.failedAttempts(play.tenant, id)).toEqual([]);
  });
});

describe('a record of the host', () => {
  it('is absent if nothing has the id, whatever its type is', async () => {
    expect(await reads.operator(`Operator:${NONE}`)).toBeNull();
    expect(await reads.logEntry(`OperatorLog:${NONE}`)).toBeNull();
    expect(await reads.outsidePayment(`OutsidePayment:${NONE}`)).toBeNull();
    expect(await reads.tenantOfReview(`Verification:${NONE}`)).toBeNull();
    expect(await reads.tenantOfReview(payer.customerId)).toBeNull();
    expect(await reads.tenantOfReset(`ScaReset:${NONE}`)).toBeNull();
  });

  it('an operator has the time of the last sign-in, and none without one', async () => {
    const { play } = payer;
    const [ann, bob] = [`Operator:${NONE}`, `Operator:${NONE.slice(0, -1)}e`] as never[] as Id<'Operator'>[];
    const ids = createIds(play.clock, seededRandom('sign-ins'));
    const write = (outcome: 'SIGNED_IN' | 'SIGN_IN_REFUSED', operator: Id<'Operator'>) => {
      play.clock.advance(60);
      const ctx = play.context();
      const actor = { operator: { ...operatorNamed('Ann'), id: operator }, source: 'CONSOLE' } as const;
      const entry = { outcome, action: 'operators.signIn', subject: operator, input: {} } as const;
      return play.storage.units.run(play.tenant, async (tx) => ok(writeLog({ tx, ctx, ids }, actor, entry)));
    };
    await write('SIGNED_IN', ann!);
    await write('SIGNED_IN', ann!);
    const last = play.context().hostNow;
    await write('SIGN_IN_REFUSED', ann!);
    await write('SIGN_IN_REFUSED', bob!);
    expect(await reads.lastSignIns([ann!, bob!])).toEqual(new Map([[ann, last]]));
  });

  it('a platform has its environments, its name and its tokens', async () => {
    const { tenant } = payer.play;
    const platform = (await reads.platform(tenant))!;
    const other = await elsewhere();
    expect(await reads.platform(other)).toBeNull();
    expect([...(await reads.platformEnvironments(platform.platformId)).keys()]).toEqual(['SANDBOX']);
    expect(await reads.platformNames([tenant, other, tenant])).toEqual(new Map([[tenant, platform.name]]));
    expect(await reads.clocksAhead([tenant, other])).toEqual(new Map([[tenant, platform.clockOffset]]));
    expect((await reads.newestPlatforms(1)).map(({ id }) => id)).toEqual([tenant]);
    const created = valueOf(
      await payer.play.run(payer.play.core.platforms.createToken, { name: 'second', permissions: ['VIEW'] }),
    );
    const [found, ...others] = await reads.platformsWithTokens();
    expect(others).toEqual([]);
    expect(found!.platform).toEqual(platform);
    expect(found!.tokens.map(({ id }) => id)).toContain(created.token.id);
  });
});

it('a verification has the tenant that its id names, and its customer what it holds', async () => {
  const { play } = payer;
  const customer = valueOf(
    await play.run(play.core.customers.create, {
      customerType: 'BUSINESS',
      businessInfo: { legalName: 'Acme Inc.' },
      region: 'US',
    }),
  );
  const verification = valueOf(await play.run(play.core.verification.submit, { customerId: customer.id }));
  expect(await reads.tenantOfReview(verification.id)).toBe(play.tenant);
  expect(await reads.holdings(play.tenant, customer.id)).toEqual({ owners: [], documents: [] });
});

it('the names of parties are read for many ids at once, and those of another platform are absent', async () => {
  const { play, customerId } = payer;
  const account = valueOf(await play.read(play.core.accounts.listInternal, { customerId })).data[0]!.account;
  const { fullName } = (await reads.customer(play.tenant, customerId))!;
  const ids = [customerId, customerId, account.id, null, 'someone@example.com', `Customer:${NONE}`];
  expect(await reads.partyNames(play.tenant, ids)).toEqual(
    new Map([
      [customerId, fullName],
      [account.id, `${fullName} (${account.currency})`],
    ]),
  );
  expect(await reads.partyNames(await elsewhere(), ids)).toEqual(new Map());
  expect(await reads.partyNames(play.tenant, [null])).toEqual(new Map());
});

it('records are named with what tells them apart, also those that do not exist', async () => {
  const { play, customerId } = payer;
  const other = await elsewhere();
  const gone = `Transaction:${NONE}`;
  const names = await reads.recordNames([
    { tenant: play.tenant, id: customerId },
    { tenant: play.tenant, id: payer.usd.id },
    { tenant: play.tenant, id: 'a-bank' },
    { tenant: other, id: gone },
  ]);
  const { fullName } = (await reads.customer(play.tenant, customerId))!;
  expect(names.get(customerId)).toBe(fullName);
  expect(names.get(payer.usd.id)).toBe(`USD account …${payer.usd.id.slice(-4)} of ${fullName}`);
  expect([names.get('a-bank'), names.get(gone)]).toEqual(['a-bank', `Payment …${NONE.slice(-4)}`]);
  const outside = await reads.recordNames([{ tenant: other, id: customerId }]);
  expect(outside.get(customerId)).toBe(`Customer …${customerId.slice(-4)}`);
});

it('the exceptions of a tenant with a status are listed oldest first, over every page', async () => {
  const { play } = payer;
  const ids = createIds(play.clock, seededRandom('exceptions'));
  const opened: string[] = [];
  for (let count = 0; count <= 100; count++) {
    play.clock.advance(1);
    const ctx = play.context();
    const matter = { subject: `subject ${count}`, reference: `${count}`, rail: 'bank', currency: 'USD' as never };
    const exception = valueOf(
      await play.storage.units.run(play.tenant, async (tx) =>
        ok(await openException({ tx, ctx, ids }, { ...matter, amount: 1n, kind: 'RECALL', reason: 'x' })),
      ),
    );
    opened.push(exception.id);
  }
  const listed = async (tenant: TenantKey, status: 'OPEN' | 'RESOLVED'): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const { id } of reads.exceptionsOf(tenant, status)) found.push(id);
    return found;
  };
  expect(await listed(play.tenant, 'OPEN')).toEqual(opened);
  expect(await listed(play.tenant, 'RESOLVED')).toEqual([]);
  expect(await listed(await elsewhere(), 'OPEN')).toEqual([]);
});

it('an installation has its platforms, the time of its newest seal, and the newest events of a platform', async () => {
  const { play } = payer;
  expect((await reads.platforms()).map(({ id }) => id)).toEqual([play.tenant]);
  const payee = await payer.external();
  const pay = async (): Promise<void> => {
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, payee.id));
    valueOf(await payer.execute(quote.id));
    await play.pass(0);
  };
  await pay();
  expect(await reads.newestSealAt()).toBeNull();
  await play.core.work.sealJournal();
  expect(await reads.newestSealAt()).toBe(play.clock.now());
  play.clock.advance(1);
  await pay();
  await play.core.work.sealJournal();
  expect(await reads.newestSealAt()).toBe(play.clock.now());
  const newest = await reads.newestEvents(play.tenant, 2);
  expect(newest.map(({ type }) => type)).toEqual(['OUTGOING_PAYMENT.COMPLETED', 'OUTGOING_PAYMENT.PROCESSING']);
  expect(await reads.newestEvents(await elsewhere(), 2)).toEqual([]);
});

it('accounts that are the same as another one of their owner are listed oldest first, without deleted ones', async () => {
  const { play } = payer;
  const first = await payer.external('890');
  const ids: string[] = [];
  const copies = createIds(play.clock, seededRandom('copies'));
  for (const isDeleted of [false, true, false]) {
    play.clock.advance(1);
    const id = copies.next('ExternalAccount');
    await play.storage.units.run(play.tenant, async (tx) => {
      tx.add(EXTERNAL_ACCOUNTS, {
        ...first,
        id,
        createdAt: play.clock.now(),
        isDeleted,
        duplicateOf: first.id,
        identity: id,
      });
      return ok();
    });
    if (!isDeleted) ids.push(id);
  }
  const found: string[] = [];
  for await (const { id } of reads.duplicateAccounts(play.tenant)) found.push(id);
  expect(found).toEqual(ids);
});

it('only what concerns a customer is held by its block', async () => {
  const { play } = payer;
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('003')).id));
  valueOf(await payer.execute(quote.id));
  const waiting = async (subject: string): Promise<readonly string[]> =>
    (await reads.heldBy(play.tenant, subject)).waiting.map(({ id }) => id);
  expect(await waiting(payer.customerId)).toEqual([quote.transactionId]);
  expect(await waiting(play.tenant)).toEqual([quote.transactionId]);
  expect(await waiting(`Customer:${NONE}`)).toEqual([]);
  await play.pass(0);
  expect(await waiting(payer.customerId)).toEqual([]);
  const { atBank } = await reads.heldBy(play.tenant, payer.customerId);
  expect(atBank.map(({ id }) => id)).toEqual([quote.transactionId]);
});

it('the open exceptions about a customer or an account are those of its payments, and no others', async () => {
  const { play } = payer;
  const failing = (await payer.external('007')).id;
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, failing));
  valueOf(await payer.execute(quote.id));
  await play.pass(0);
  await play.pass(31);
  const about = async (subject: string): Promise<readonly string[]> =>
    (await reads.openExceptionsAbout(play.tenant, subject)).exceptions.map((each) => each.subject);
  for (const subject of [payer.customerId, payer.usd.id, failing])
    expect([subject, await about(subject)]).toEqual([subject, [quote.transactionId]]);
  expect(await about((await payer.external('008')).id)).toEqual([]);
  expect(await about(`Customer:${NONE}`)).toEqual([]);
});
