import { describe, expect, it } from 'vitest';
import { type AccountChecks, EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { JOBS } from '../events/index.js';
import { type BaseRecord, type Id, type KindOf, ok, readAll } from '../kernel/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import { refusal } from '../testing/index.js';
import { CENT, DOLLAR, playIssuer, type PlayIssuer } from '../testing/play-issuer.js';
import { valueOf } from '../testing/play-core.js';
import { PROVIDER_ACCOUNTS, type Stablecoin, type StablecoinIssuer, STABLECOIN_OPERATIONS } from './index.js';
import { hasOpenOperations } from './operation.js';
import { baseAmount, invalidInOrder } from './order.js';

/** Changes a stored record without its area. */
async function forge<T extends BaseRecord>(
  { play }: PlayIssuer,
  kind: KindOf<T>,
  id: string,
  change: Partial<T>,
): Promise<void> {
  const forged = await play.core.units.run(play.tenant, async (tx) => {
    const record = (await tx.get(kind, id))!;
    tx.change(kind, record, { ...record, ...change, version: record.version + 1 });
    return ok();
  });
  valueOf(forged);
}

describe('the amount of an order', () => {
  it('is above zero', () => {
    const fieldsFor = (amount: unknown) =>
      invalidInOrder({} as never, { stablecoinId: 'x', request: { amount } as never }).map(({ field }) => field);
    for (const amount of [0n, -1n]) expect(fieldsFor(amount)).toEqual(['amount']);
    for (const amount of [1n, undefined, 5]) expect(fieldsFor(amount)).toEqual([]);
    expect(invalidInOrder({} as never, { stablecoinId: 'x', request: undefined as never })).toEqual([]);
  });

  it('is a whole number of smallest units of the base currency, in any number of decimals', () => {
    const inDollars = (decimals: number, amount: bigint) =>
      baseAmount({ baseCurrency: 'USD', decimals } as unknown as Stablecoin, amount);
    expect(inDollars(6, 10n * DOLLAR)).toEqual(ok(1_000n));
    expect(inDollars(3, 70n)).toEqual(ok(7n));
    expect(inDollars(2, 7n)).toEqual(ok(7n));
    expect(inDollars(0, 7n)).toEqual(ok(700n));
    expect(refusal(inDollars(3, 75n))).toEqual({ code: 'INVALID_AMOUNT', fields: ['amount'] });
    expect(inDollars(2, MAX_AMOUNT)).toEqual(ok(MAX_AMOUNT));
    expect(refusal(inDollars(2, MAX_AMOUNT + 1n)).code).toBe('AMOUNT_OUT_OF_RANGE');
    expect(refusal(inDollars(0, MAX_AMOUNT / 10n)).code).toBe('AMOUNT_OUT_OF_RANGE');
  });

  it('is named if it is wrong', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    for (const amount of [0n, CENT - 1n]) {
      const refused = await played.quote(coin, played.mint({ amount }));
      expect(refusal(refused)).toEqual({ code: 'INVALID_AMOUNT', fields: ['amount'] });
    }
  });
});

describe('an order', () => {
  it('is for a customer who may move money', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    await forge(played, CUSTOMERS, played.customerId, { kycStatus: 'REJECTED' });
    expect(refusal(await played.order(coin, played.mint())).code).toBe('USER_NOT_READY');
    expect(refusal(await played.quote(coin, played.mint())).code).toBe('USER_NOT_READY');
  });

  it('names accounts that exist and are active, and an account on the network of the token', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    const bank = await played.bank();
    const source = played.from('ACH_DEBIT', { externalAccountId: bank.id });
    const refused = await played.order(coin, played.mint({ destination: { accountId: bank.id } }));
    expect(refusal(refused)).toEqual({ code: 'INVALID_INPUT', fields: ['destination.accountId'] });
    const missing = bank.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const request of [
      played.burn(missing),
      played.mint({ source: played.from('ACH_DEBIT', { externalAccountId: missing }) }),
      played.mint({ destination: { accountId: missing } }),
    ]) {
      expect(refusal(await played.order(coin, request)).code).toBe('REFERENCE_NOT_FOUND');
    }
    await forge(played, EXTERNAL_ACCOUNTS, bank.id, { status: 'PENDING_OWNERSHIP_VERIFICATION' });
    expect(refusal(await played.order(coin, played.mint({ source }))).code).toBe(
      'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
    );
    await forge(played, EXTERNAL_ACCOUNTS, bank.id, { status: 'ACTIVE', isDeleted: true });
    expect(refusal(await played.order(coin, played.mint({ source }))).code).toBe('REFERENCE_NOT_FOUND');
  });

  it('mints to a wallet, not to an invoice in its place', async () => {
    const request = { field: 'address', noun: 'invoice', key: 'spark/1', amount: null, isPerItem: false } as const;
    let isInvoice = false;
    const accountChecks: AccountChecks = {
      check: () => [],
      isTaxNumber: () => true,
      paymentRequest: ({ accountType }) =>
        isInvoice && accountType === 'SPARK_WALLET' ? { ...request, expiresAt: null, fault: null } : null,
    };
    const played = await playIssuer(undefined, { accountChecks });
    const coin = await played.issued();
    const minted = played.mint({ destination: { accountId: (await played.wallet()).id } });
    isInvoice = true;
    expect(refusal(await played.order(coin, minted))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['destination.accountId'],
    });
    isInvoice = false;
    valueOf(await played.order(coin, minted));
  });

  it('of a quote is checked again when it is executed', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    const quote = valueOf(await played.quote(coin, played.mint()));
    valueOf(await played.play.run(played.play.core.accounts.freezeInternal, { id: played.usd.id } as never));
    expect(refusal(await played.execute(quote)).code).toBe('USER_NOT_READY');
    const read = valueOf(await played.play.read(played.play.core.stablecoins.getQuote, { id: quote.id }));
    expect(read).toEqual(quote);
  });

  it('fails before its submission if its customer was deleted', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    const operation = valueOf(await played.order(coin, played.mint({ source: played.from('WIRE') })));
    await forge(played, CUSTOMERS, played.customerId, { isDeleted: true });
    await played.play.pass(0);
    expect(await played.operation(operation.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_INVALID',
      submittedAt: null,
    });
  });

  it('releases its tokens if the bank account that it pays was deleted before its submission', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    valueOf(await played.order(coin, played.mint()));
    await played.play.pass(0);
    await played.play.pass(1);
    const before = await played.balances();
    const bank = await played.bank();
    const operation = valueOf(await played.order(coin, played.burn(bank.id)));
    expect(await played.balances()).not.toEqual(before);
    await forge(played, EXTERNAL_ACCOUNTS, bank.id, { isDeleted: true });
    await played.play.pass(0);
    expect(await played.operation(operation.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_INVALID',
      submittedAt: null,
    });
    expect(await played.balances()).toEqual(before);
    await played.clean();
  });

  it('that ended while its issuer was asked keeps its end', async () => {
    let operationId = '';
    let calls = 0;
    const played: PlayIssuer = await playIssuer((issuer) => ({
      ...issuer,
      async submit(...asked) {
        calls += 1;
        const failed = { status: 'FAILED', failureReason: 'PROVIDER_FAILED' } as const;
        await forge(played, STABLECOIN_OPERATIONS, operationId, failed);
        return issuer.submit(...asked);
      },
    }));
    const coin = await played.issued();
    operationId = valueOf(await played.order(coin, played.mint({ source: played.from('WIRE') }))).id;
    await played.play.pass(0);
    await played.play.pass(86_400);
    expect(calls).toBe(1);
    expect(await played.operation(operationId)).toMatchObject({ status: 'FAILED', providerStatus: null });
    const jobs = await played.play.storage.units.read(null, (reads) => readAll(reads, JOBS));
    expect(jobs.filter(({ subject }) => subject === operationId)).toEqual([]);
  });

  it('keeps the last status that its issuer told', async () => {
    const played = await playIssuer();
    const coin = await played.issued('usdb-006');
    const operation = valueOf(await played.order(coin, played.mint({ source: played.from('WIRE') })));
    await played.play.pass(0);
    const waiting = (await played.operation(operation.id)).providerStatus;
    await played.play.pass(86_400);
    const ended = await played.operation(operation.id);
    expect(waiting).toBe('awaiting_funding');
    expect(ended).toMatchObject({ status: 'EXPIRED', failureReason: null, providerStatus: 'expired' });
  });
});

describe('an open operation', () => {
  it('is one of its owner and of its external accounts, until it ends', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    const [bank, wallet, other] = [await played.bank(), await played.wallet(), await played.bank('891')];
    const someone = await played.customer();
    const source = played.from('ACH_DEBIT', { externalAccountId: bank.id });
    valueOf(await played.order(coin, played.mint({ source, destination: { accountId: wallet.id } })));
    const { storage, tenant } = played.play;
    const open = (of: { owner: string } | { externalAccountId: Id<'ExternalAccount'> }) =>
      storage.units.read(tenant, (reads) => hasOpenOperations(reads, of));
    const all = async () => [
      await open({ owner: played.customerId }),
      await open({ owner: someone }),
      await open({ externalAccountId: bank.id }),
      await open({ externalAccountId: wallet.id }),
      await open({ externalAccountId: other.id }),
    ];
    expect(await all()).toEqual([true, false, true, true, false]);
    await played.play.pass(0);
    expect(await all()).toEqual([true, false, true, true, false]);
    await played.play.pass(1);
    expect(await all()).toEqual([false, false, false, false, false]);
  });
});

describe('a link', () => {
  it('that is created twice at the same time is created once', async () => {
    const played = await playIssuer();
    const { play } = played;
    const { prepare, finish } = play.core.stablecoins.link;
    const input = { provider: 'BRALE', apiClientId: 'c', apiClientSecret: 's', providerAccountId: 'acct' } as const;
    const ready = valueOf(await prepare(play.context(), input));
    valueOf(await play.run(finish, ready));
    const unaware = await play.core.units.run(play.tenant, (tx) =>
      finish({ ...tx, find: async () => null }, play.context(), ready),
    );
    expect(refusal(unaware).code).toBe('CONFLICT');
    expect(refusal(await play.run(finish, ready)).code).toBe('CONFLICT');
  });

  it('that is not ACTIVE is chosen only if there is no other, and says why it cannot be used', async () => {
    const played = await playIssuer();
    const old = valueOf(await played.link('one'));
    await forge(played, PROVIDER_ACCOUNTS, old.id, { status: 'REVOKED' });
    expect(refusal(await played.register()).code).toBe('STABLECOIN_PROVIDER_ACCOUNT_REVOKED');
    const fresh = valueOf(await played.link('two'));
    expect(valueOf(await played.register()).stablecoinProviderAccountId).toBe(fresh.id);
    await forge(played, PROVIDER_ACCOUNTS, old.id, { status: 'ACTIVE' });
    await forge(played, PROVIDER_ACCOUNTS, fresh.id, { status: 'INVALID' });
    expect(valueOf(await played.register()).stablecoinProviderAccountId).toBe(old.id);
  });
});

describe('the audit of the supply', () => {
  const audited = (played: PlayIssuer) => played.play.core.ledger.auditSupply();
  const told = (supply: StablecoinIssuer['supply']) => playIssuer((issuer) => ({ ...issuer, supply }));

  it('reports what others minted and burned, each with its transaction', async () => {
    const played = await told(async () => ({
      state: 'told',
      supply: 0n,
      foreign: [
        { kind: 'MINT', transaction: '0xa', amount: 5n },
        { kind: 'BURN', transaction: '0xb', amount: 4n },
      ],
    }));
    const coin = await played.issued();
    const { providerAccountId } = valueOf(
      await played.play.read(played.play.core.stablecoins.getLink, { id: coin.stablecoinProviderAccountId }),
    );
    const key = `usdb at BRALE ${providerAccountId} (SANDBOX)`;
    expect(await audited(played)).toEqual([
      `${key}: transaction 0xa minted 5 (smallest units) without an operation here`,
      `${key}: transaction 0xb burned 4 (smallest units) without an operation here`,
    ]);
  });

  it('reports an issuer that refuses the credentials, and skips a link that is not ACTIVE', async () => {
    const played = await told(async () => ({ state: 'refused', because: 'invalid' }));
    const coin = await played.issued();
    expect(await audited(played)).toMatchObject([expect.stringMatching(/did not report its supply: .*refuses/)]);
    await forge(played, PROVIDER_ACCOUNTS, coin.stablecoinProviderAccountId, { status: 'INVALID' });
    expect(await audited(played)).toEqual([]);
  });

  it('accepts what open operations may have minted or burned, and no more', async () => {
    let supply = 0n;
    const played = await told(async () => ({ state: 'told', supply }));
    const coin = await played.issued();
    valueOf(await played.order(coin, played.mint()));
    await played.play.pass(0);
    await played.play.pass(1);
    const within = async (of: bigint) => {
      supply = of;
      return (await audited(played)).length === 0;
    };
    expect([await within(10n * DOLLAR), await within(10n * DOLLAR - 1n)]).toEqual([true, false]);
    const bank = await played.bank();
    valueOf(await played.order(coin, played.burn(bank.id, { amount: 4n * DOLLAR })));
    expect([await within(6n * DOLLAR), await within(6n * DOLLAR - 1n)]).toEqual([true, false]);
    await played.play.pass(0);
    await played.play.pass(1);
    expect([await within(6n * DOLLAR), await within(6n * DOLLAR + 1n)]).toEqual([true, false]);
    valueOf(await played.order(coin, played.mint({ amount: DOLLAR })));
    expect([await within(7n * DOLLAR), await within(7n * DOLLAR + 1n)]).toEqual([true, false]);
  });

  it('does not accept what a failed order would have minted', async () => {
    let supply = 0n;
    const played = await told(async () => ({ state: 'told', supply }));
    const coin = await played.issued();
    const mint = valueOf(await played.order(coin, played.mint()));
    supply = 10n * DOLLAR;
    expect(await audited(played)).toEqual([]);
    await forge(played, STABLECOIN_OPERATIONS, mint.id, { status: 'FAILED' });
    expect(await audited(played)).toMatchObject([expect.stringMatching(/the supply is 0 by operations here/)]);
  });

  it('reports a ledger that differs from the operations', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    const operation = valueOf(await played.order(coin, played.mint()));
    await played.play.pass(0);
    await played.play.pass(1);
    expect(await audited(played)).toEqual([]);
    await forge(played, STABLECOIN_OPERATIONS, operation.id, { status: 'FAILED' });
    const account = `clearing:SANDBOX:brale:USDB of ${played.play.tenant}`;
    expect(await audited(played)).toContain(
      `${account}: the ledger has a supply of 10.000000 USDB, its operations 0.000000 USDB`,
    );
  });
});
