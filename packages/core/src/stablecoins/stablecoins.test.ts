import { describe, expect, it } from 'vitest';
import { memoryBook, sandboxIssuer } from '@corridor/adapters-rails/stablecoins';
import { EXTERNAL_ACCOUNTS, RailUnavailable } from '../accounts/index.js';
import { ok, plusSeconds, type Result, update } from '../kernel/index.js';
import { POSTINGS } from '../ledger/index.js';
import { auditBookedSupply, type IssuerInstruction, PROVIDER_ACCOUNTS, type StablecoinIssuer } from './index.js';
import { CENT, DOLLAR, playIssuer, type PlayIssuer } from '../testing/play-issuer.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { digest } from '../testing/ports.js';

const fieldsOf = (result: Result<unknown>): unknown =>
  result.ok ? [] : (result.error.details?.['errors'] as readonly { field: string }[]).map(({ field }) => field);

/** Balances in cents and in tokens. Each test moves ten of a thousand dollars. */
const BEFORE = { usd: [100_000n, 0n], usdb: [0n, 0n] };
const HELD = { usd: [99_000n, 1_000n], usdb: [0n, 0n] };
const MINTED = { usd: [99_000n, 0n], usdb: [10n * DOLLAR, 0n] };

async function minted(played: PlayIssuer, token = 'usdb') {
  const coin = await played.issued(token);
  const operation = valueOf(await played.order(coin, played.mint()));
  return { coin, operation };
}

describe('a mint paid from an internal account', () => {
  it('holds the money at creation and credits the tokens at completion', async () => {
    const played = await playIssuer();
    const { coin, operation } = await minted(played);
    expect(operation).toMatchObject({ status: 'CREATED', amount: 10n * DOLLAR, stablecoinId: coin.id });
    expect(await played.balances()).toEqual(HELD);
    await played.clean();

    await played.play.pass(0);
    expect(await played.operation(operation.id)).toMatchObject({
      status: 'PENDING_PROVIDER',
      providerStatus: 'pending',
    });
    expect(await played.balances()).toEqual(HELD);

    await played.play.pass(1);
    expect(await played.operation(operation.id)).toMatchObject({ status: 'COMPLETED', failureReason: null });
    expect(await played.balances()).toEqual(MINTED);
    expect(played.play.delivered.map(({ type, resource }) => [type, resource])).toEqual([
      ['INTERNAL_ACCOUNT.BALANCE_UPDATED', played.usd.id],
      ['INTERNAL_ACCOUNT.BALANCE_UPDATED', played.usdb.id],
    ]);
    await played.clean();
  });

  it('releases the hold if its issuer refuses the order', async () => {
    const played = await playIssuer();
    const { operation } = await minted(played, 'usdb-002');
    await played.play.pass(0);
    expect(await played.operation(operation.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'PROVIDER_REJECTED',
    });
    expect(await played.balances()).toEqual(BEFORE);
    await played.clean();
  });

  it('releases the hold if it fails later', async () => {
    const played = await playIssuer();
    const { operation } = await minted(played, 'usdb-004');
    await played.play.pass(0);
    expect((await played.operation(operation.id)).status).toBe('PROCESSING');
    expect(await played.balances()).toEqual(HELD);
    await played.play.pass(30);
    expect(await played.operation(operation.id)).toMatchObject({ status: 'FAILED', failureReason: 'PROVIDER_FAILED' });
    expect(await played.balances()).toEqual(BEFORE);
    await played.clean();
  });

  it('follows the states of a slow issuer', async () => {
    const played = await playIssuer();
    const { operation } = await minted(played, 'usdb-005');
    const statuses: string[] = [];
    for (const seconds of [0, 10, 19, 1]) {
      await played.play.pass(seconds);
      statuses.push((await played.operation(operation.id)).status);
      await played.clean();
    }
    expect(statuses).toEqual(['PENDING_PROVIDER', 'PROCESSING', 'PROCESSING', 'COMPLETED']);
    expect(await played.balances()).toEqual(MINTED);
  });

  it('completes at the first poll after the issuer has completed it', async () => {
    const played = await playIssuer();
    const { operation } = await minted(played, 'usdb-003');
    await played.play.pass(0);
    await played.play.pass(100_000);
    expect((await played.operation(operation.id)).status).toBe('COMPLETED');
    await played.clean();
  });
});

describe('an issuer that does not answer', () => {
  /** Performs the first calls but does not answer them. */
  function silent(call: 'submit' | 'status', times: number, heard: unknown[]) {
    return (issuer: StablecoinIssuer): StablecoinIssuer => ({
      ...issuer,
      [call]: async (...asked: Parameters<StablecoinIssuer['status']>) => {
        heard.push(asked[1]);
        const answer = await issuer[call](...asked);
        if (heard.length <= times) throw new RailUnavailable('issuer', call, 'no answer');
        return answer;
      },
    });
  }

  it.each(['submit', 'status'] as const)(
    'is called again with the same reference (%s) and mints once',
    async (call) => {
      const heard: unknown[] = [];
      const played = await playIssuer(silent(call, 3, heard));
      const { operation } = await minted(played);
      for (let second = 0; second < 12; second++) {
        await played.play.pass(1);
        await played.clean();
      }
      expect(heard.length).toBeGreaterThan(3);
      expect(new Set(heard.map((instruction) => (instruction as { reference: string }).reference))).toEqual(
        new Set([operation.id]),
      );
      for (const instruction of heard) expect(instruction).toEqual(heard[0]);
      expect((await played.operation(operation.id)).status).toBe('COMPLETED');
      expect(await played.balances()).toEqual(MINTED);
    },
  );

  it('leads to 503 without an effect before anything is written', async () => {
    const away = async (): Promise<never> => {
      throw new RailUnavailable('issuer', 'price', 'no answer');
    };
    const played = await playIssuer((issuer) => ({ ...issuer, price: away }));
    const coin = await played.issued();
    expect(codeOf(await played.order(coin, played.mint()))).toBe('SERVICE_UNAVAILABLE');
    expect(codeOf(await played.quote(coin, played.mint()))).toBe('SERVICE_UNAVAILABLE');
    expect(await played.balances()).toEqual(BEFORE);
    const silentToo = await playIssuer((issuer) => ({ ...issuer, verify: away, token: away }));
    expect(codeOf(await silentToo.link())).toBe('SERVICE_UNAVAILABLE');
  });

  it('has no effect twice while another host continues the operation', async () => {
    const played = await playIssuer();
    const { operation } = await minted(played);
    const { play } = played;
    const other = play.core;
    await Promise.all([play.core.work.drain(), other.work.drain()]);
    await Promise.all([play.pass(1), other.work.drain()]);
    expect((await played.operation(operation.id)).status).toBe('COMPLETED');
    expect(await played.balances()).toEqual(MINTED);
    await played.clean();
  });
});

describe('a burn', () => {
  it('holds the tokens, returns them to the issuer, and is paid out by the issuer', async () => {
    const played = await playIssuer();
    const { coin } = await minted(played);
    await played.play.pass(0);
    await played.play.pass(1);
    const bank = await played.bank();
    const burn = played.burn(bank.id, { amount: 4n * DOLLAR });
    const operation = valueOf(await played.order(coin, burn));
    expect(operation).toMatchObject({
      status: 'CREATED',
      destination: { accountId: bank.id, rail: 'ACH_CREDIT' },
      estimatedDelivery: { rail: 'ACH_CREDIT', amount: 400n, currency: 'USD' },
    });
    expect((await played.balances()).usdb).toEqual([6n * DOLLAR, 4n * DOLLAR]);
    await played.play.pass(0);
    await played.play.pass(1);
    expect((await played.operation(operation.id)).status).toBe('COMPLETED');
    expect(await played.balances()).toEqual({ usd: [99_000n, 0n], usdb: [6n * DOLLAR, 0n] });
    await played.clean();
  });

  it('releases the tokens if its issuer cannot pay the bank account', async () => {
    const played = await playIssuer();
    const { coin } = await minted(played);
    await played.play.pass(0);
    await played.play.pass(1);
    const bank = await played.bank('002');
    const operation = valueOf(await played.order(coin, played.burn(bank.id)));
    await played.play.pass(0);
    expect((await played.operation(operation.id)).status).toBe('FAILED');
    expect(await played.balances()).toEqual(MINTED);
    await played.clean();
  });

  it('pays out the amount minus the fees of the issuer, in whole cents', async () => {
    const played = await playIssuer();
    const { coin } = await minted(played);
    await played.play.pass(0);
    await played.play.pass(1);
    const bank = await played.bank();
    const wire = played.burn(bank.id, { destination: { accountId: bank.id, rail: 'WIRE' } });
    const quote = valueOf(await played.quote(coin, wire));
    expect([quote.fees, quote.netAmount]).toEqual([3n * CENT, 10n * DOLLAR - 3n * CENT]);
    const one = await played.quote(coin, { ...wire, amount: CENT });
    expect(codeOf(one)).toBe('AMOUNT_OUT_OF_RANGE');
    const operation = valueOf(await played.execute(quote));
    expect(operation.estimatedDelivery).toMatchObject({ amount: 997n, currency: 'USD' });
    await played.play.pass(0);
    await played.play.pass(1);
    expect((await played.balances()).usdb).toEqual([0n, 0n]);
    await played.clean();
  });

  it('of tokens on chain shows a deposit address and waits for them', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    const bank = await played.bank();
    const onChain = played.burn(bank.id, { source: played.from('EXTERNAL_ACCOUNT') });
    const operation = valueOf(await played.order(coin, onChain));
    await played.play.pass(0);
    const waiting = await played.operation(operation.id);
    expect(waiting).toMatchObject({
      status: 'PENDING_FUNDING',
      fundingInstructions: { network: 'SPARK', address: expect.stringMatching(/^spark/), valueType: 'USDB' },
    });
    await played.play.pass(30);
    await played.play.pass(1);
    expect((await played.operation(operation.id)).status).toBe('COMPLETED');
    expect(await played.balances()).toEqual(BEFORE);
    await played.clean();
  });
});

describe('a mint paid outside', () => {
  it('by wire shows how to pay and credits the tokens when the money arrives', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    const operation = valueOf(await played.order(coin, played.mint({ source: played.from('WIRE') })));
    await played.play.pass(0);
    const waiting = await played.operation(operation.id);
    expect(waiting).toMatchObject({
      status: 'PENDING_FUNDING',
      fundingInstructions: { rail: 'WIRE', valueType: 'USD' },
    });
    expect(waiting.expiresAt).toBe(plusSeconds(waiting.submittedAt!, 86_400));
    expect(await played.balances()).toEqual(BEFORE);
    await played.play.pass(30);
    await played.play.pass(1);
    expect((await played.operation(operation.id)).status).toBe('COMPLETED');
    expect(await played.balances()).toEqual({ usd: BEFORE.usd, usdb: [10n * DOLLAR, 0n] });
    await played.clean();
  });

  it('expires without a payment', async () => {
    const played = await playIssuer();
    const coin = await played.issued('usdb-006');
    const operation = valueOf(await played.order(coin, played.mint({ source: played.from('WIRE') })));
    await played.play.pass(0);
    await played.play.pass(86_399);
    expect((await played.operation(operation.id)).status).toBe('PENDING_FUNDING');
    await played.play.pass(1);
    expect((await played.operation(operation.id)).status).toBe('EXPIRED');
    expect(await played.balances()).toEqual(BEFORE);
    await played.clean();
  });

  it('by bank debit or from the balance at the issuer books only the tokens', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    const bank = await played.bank();
    const debit = played.from('ACH_DEBIT', { externalAccountId: bank.id });
    const swap = played.from('PROVIDER_INTERNAL_BALANCE', { sourceTokenIdentifier: 'usdc', cryptoNetwork: 'SOLANA' });
    valueOf(await played.order(coin, played.mint({ source: debit })));
    valueOf(await played.order(coin, played.mint({ source: swap, amount: 1n })));
    await played.play.pass(0);
    await played.play.pass(1);
    expect(await played.balances()).toEqual({ usd: BEFORE.usd, usdb: [10n * DOLLAR + 1n, 0n] });
    await played.clean();
  });

  it('to an external wallet books the tokens to circulation', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    const { id } = await played.wallet();
    valueOf(await played.order(coin, played.mint({ destination: { accountId: id } })));
    await played.play.pass(0);
    await played.play.pass(1);
    expect(await played.balances()).toEqual({ usd: [99_000n, 0n], usdb: [0n, 0n] });
    const booked = (account: string) =>
      played.play.storage.units.read(played.play.tenant, (reads) =>
        reads.sum(POSTINGS, 'amount', { account }, 0, null),
      );
    expect(await booked('clearing:SANDBOX:brale-circulation:USDB')).toBe(10n * DOLLAR);
    expect(await booked('clearing:SANDBOX:brale:USDB')).toBe(-10n * DOLLAR);
    await played.clean();
  });

  it('passes both external accounts to the issuer', async () => {
    const heard: IssuerInstruction[] = [];
    const played = await playIssuer((issuer) => ({
      ...issuer,
      submit: async (account, instruction) => {
        heard.push(instruction);
        return issuer.submit(account, instruction);
      },
    }));
    const coin = await played.issued();
    const [bank, wallet] = [await played.bank(), await played.wallet()];
    const debit = played.from('ACH_DEBIT', { externalAccountId: bank.id });
    const request = played.mint({ source: debit, destination: { accountId: wallet.id } });
    const operation = valueOf(await played.order(coin, request));
    const { accounts } = played.play.core;
    for (const { id } of [bank, wallet]) {
      const remove = await played.play.run(accounts.deleteExternal, { id, ownerType: 'CUSTOMER' } as never);
      expect(codeOf(remove)).toBe('CONFLICT');
    }
    await played.play.pass(0);
    await played.play.pass(1);
    expect((await played.operation(operation.id)).status).toBe('COMPLETED');
    expect(heard.map(({ source, destination }) => [source.account, destination.account])).toEqual([
      [bank.accountInfo, wallet.accountInfo],
    ]);
    await played.clean();
  });

  it('fails before its submission if one of its accounts was deleted', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    const bank = await played.bank();
    const debit = played.from('ACH_DEBIT', { externalAccountId: bank.id });
    const operation = valueOf(await played.order(coin, played.mint({ source: debit })));
    const { units } = played.play.storage;
    await units.run(played.play.tenant, async (tx) => {
      update(tx, played.play.context(), EXTERNAL_ACCOUNTS, bank, { isDeleted: true });
      return ok();
    });
    await played.play.pass(0);
    expect(await played.operation(operation.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_INVALID',
      submittedAt: null,
    });
    await played.clean();
  });

  it('prevents the deletion of its accounts and customer while it is open', async () => {
    const played = await playIssuer();
    const { accounts, customers } = played.play.core;
    const coin = await played.issued();
    const someone = await played.customer();
    const { account } = await played.internal(someone, 'USDB');
    const bank = await played.bank('003', someone);
    const source = played.from('ACH_DEBIT', { externalAccountId: bank.id });
    valueOf(await played.order(coin, played.mint({ source, destination: { accountId: account.id } })));
    const remove = () => played.play.run(accounts.deleteExternal, { id: bank.id, ownerType: 'CUSTOMER' } as never);
    expect(codeOf(await remove())).toBe('CONFLICT');
    expect(codeOf(await played.play.run(customers.delete, { id: someone }))).toBe('CONFLICT');
    await played.play.pass(0);
    expect(codeOf(await remove())).toBe('CONFLICT');
    await played.play.pass(360);
    expect(codeOf(await remove())).toBe('ok');
  });
});

describe('a quote', () => {
  it('holds nothing, is executed once, and names its operation', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    const quote = valueOf(await played.quote(coin, played.mint()));
    expect(quote).toMatchObject({ status: 'PENDING', fees: 0n, netAmount: 10n * DOLLAR, stablecoinOperationId: null });
    expect(await played.balances()).toEqual(BEFORE);
    const [one, other] = await Promise.all([played.execute(quote), played.execute(quote)]);
    expect(valueOf(one).id).toBe(valueOf(other).id);
    await played.play.pass(0);
    await played.play.pass(1);
    expect(valueOf(await played.execute(quote))).toMatchObject({ id: valueOf(one).id, status: 'COMPLETED' });
    const read = valueOf(await played.play.read(played.play.core.stablecoins.getQuote, { id: quote.id }));
    expect(read).toMatchObject({ status: 'EXECUTED', stablecoinOperationId: valueOf(one).id });
    expect(await played.balances()).toEqual(MINTED);
    await played.clean();
  });

  it('expires after exactly five minutes', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    const quote = valueOf(await played.quote(coin, played.mint()));
    played.play.clock.advance(300);
    const expired = { error: { code: 'CONFLICT', details: { reason: 'QUOTE_EXPIRED' } } };
    expect(await played.execute(quote)).toMatchObject(expired);
    await played.play.pass(0);
    const read = valueOf(await played.play.read(played.play.core.stablecoins.getQuote, { id: quote.id }));
    expect(read.status).toBe('EXPIRED');
    expect(await played.execute(quote)).toMatchObject(expired);
    await played.clean();
  });

  it('stays PENDING if the balance is too small', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    const quote = valueOf(await played.quote(coin, played.mint({ amount: 1_001n * DOLLAR })));
    expect(codeOf(await played.execute(quote))).toBe('INVALID_AMOUNT');
    valueOf(await played.play.run(played.play.core.sandbox.fund, { accountId: played.usd.id, amount: 100n }));
    expect(valueOf(await played.execute(quote)).status).toBe('CREATED');
    await played.clean();
  });

  it('mints the amount minus the fees of its issuer', async () => {
    const price: StablecoinIssuer['price'] = async () => ({ state: 'priced', fees: 2n * DOLLAR, timing: null });
    const played = await playIssuer((issuer) => ({ ...issuer, price }));
    const coin = await played.issued();
    const quote = valueOf(await played.quote(coin, played.mint()));
    expect([quote.fees, quote.netAmount]).toEqual([2n * DOLLAR, 8n * DOLLAR]);
    expect(codeOf(await played.quote(coin, played.mint({ amount: 2n * DOLLAR })))).toBe('AMOUNT_OUT_OF_RANGE');
    valueOf(await played.execute(quote));
    await played.play.pass(0);
    await played.play.pass(1);
    expect(await played.balances()).toEqual({ usd: [99_000n, 0n], usdb: [8n * DOLLAR, 0n] });
    await played.clean();
  });
});

describe('a link to an issuer', () => {
  it('is ACTIVE after its credentials are accepted, and stores them sealed', async () => {
    const played = await playIssuer();
    const link = valueOf(await played.link('client', 'acct_mine'));
    expect(link).toMatchObject({ status: 'ACTIVE', providerAccountId: 'acct_mine', providerEnvironment: 'SANDBOX' });
    expect(JSON.stringify(link)).not.toContain('canary');
    expect(link.sealedCredentials).toMatch(/^sealed:/);
    expect(codeOf(await played.link('other', 'acct_mine'))).toBe('CONFLICT');
  });

  it('is not created with refused credentials', async () => {
    const played = await playIssuer();
    expect(codeOf(await played.link('client-002'))).toBe('STABLECOIN_PROVIDER_ACCOUNT_INVALID');
    const { rows } = await played.play.storage.units.read(played.play.tenant, (reads) =>
      reads.list(PROVIDER_ACCOUNTS, { order: 'asc', limit: 5 }),
    );
    expect(rows).toEqual([]);
    expect(codeOf(await played.register())).toBe('STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND');
  });

  it('must be named if several are ACTIVE', async () => {
    const played = await playIssuer();
    const one = valueOf(await played.link('one'));
    valueOf(await played.link('two'));
    expect(codeOf(await played.register())).toBe('STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED');
    expect(valueOf(await played.register('usdb', { link: one.id })).stablecoinProviderAccountId).toBe(one.id);
    const missing = one.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect(codeOf(await played.register('usdb', { link: missing }))).toBe('STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND');
  });

  it.each([
    ['client-003', 'INVALID', 'STABLECOIN_PROVIDER_ACCOUNT_INVALID'],
    ['client-004', 'REVOKED', 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED'],
  ])('with %s becomes %s on a refusal, and ACTIVE again after a new link', async (client, is, code) => {
    const played = await playIssuer();
    const link = valueOf(await played.link(client, 'acct_mine'));
    const coin = valueOf(await played.register());
    for (const attempt of [1, 2])
      expect([attempt, codeOf(await played.order(coin, played.mint()))]).toEqual([attempt, code]);
    const read = async () => valueOf(await played.play.read(played.play.core.stablecoins.getLink, { id: link.id }));
    expect((await read()).status).toBe(is);
    expect(codeOf(await played.register('usdb-2'))).toBe(code);
    const renewed = valueOf(await played.link('client', 'acct_mine'));
    expect(renewed).toMatchObject({ id: link.id, status: 'ACTIVE' });
    expect(codeOf(await played.order(coin, played.mint()))).toBe('ok');
    await played.clean();
  });

  /** Refuses every call while `refuses` is true. */
  function refusing() {
    const gate = { refuses: false };
    const over = (issuer: StablecoinIssuer): StablecoinIssuer => {
      const guarded =
        <A extends readonly unknown[], T>(call: (...asked: A) => Promise<T>) =>
        async (...asked: A) =>
          gate.refuses ? ({ state: 'refused', because: 'invalid' } as const) : call(...asked);
      return { ...issuer, submit: guarded(issuer.submit), status: guarded(issuer.status) };
    };
    return { gate, over };
  }

  it('that is refused at the first submission fails the operation and releases its money', async () => {
    const { gate, over } = refusing();
    const played = await playIssuer(over);
    const { operation } = await minted(played);
    gate.refuses = true;
    await played.play.pass(0);
    expect(await played.operation(operation.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'PROVIDER_ACCOUNT_INVALID',
    });
    expect(await played.balances()).toEqual(BEFORE);
    await played.clean();
  });

  it('that is refused after a submission keeps the operation waiting until it is linked again', async () => {
    const { gate, over } = refusing();
    const played = await playIssuer(over);
    const { operation } = await minted(played);
    await played.play.pass(0);
    gate.refuses = true;
    await played.play.pass(120);
    expect((await played.operation(operation.id)).status).toBe('PENDING_PROVIDER');
    expect(await played.balances()).toEqual(HELD);
    gate.refuses = false;
    const link = await played.play.read(played.play.core.stablecoins.getLink, {
      id: operation.stablecoinProviderAccountId,
    });
    expect(valueOf(link).status).toBe('INVALID');
    valueOf(await played.link());
    await played.play.pass(60);
    expect((await played.operation(operation.id)).status).toBe('COMPLETED');
    expect(await played.balances()).toEqual(MINTED);
    await played.clean();
  });
});

describe('a token', () => {
  it('has the data of its issuer, and accounts if a currency has its symbol and decimals', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    expect(coin).toMatchObject({
      symbol: 'USDB',
      currency: 'USDB',
      baseCurrency: 'USD',
      decimals: 6,
      issuanceStatus: 'PROVISIONED',
      svcOperationsStatus: 'ENABLED',
    });
    expect(codeOf(await played.register())).toBe('CONFLICT');
    const other = valueOf(await played.register('other-1'));
    expect([other.symbol, other.currency]).toEqual(['OTHR', null]);
    expect(codeOf(await played.order(other, played.mint()))).toBe('INVALID_CURRENCY');
    const { id } = await played.wallet();
    valueOf(await played.order(other, played.mint({ destination: { accountId: id } })));
    await played.play.pass(0);
    await played.play.pass(1);
    expect(await played.balances()).toEqual({ usd: [99_000n, 0n], usdb: [0n, 0n] });
    await played.clean();
  });

  it('is refused if its issuer does not know it', async () => {
    const played = await playIssuer();
    valueOf(await played.link());
    const unknown = await played.register('usdb', { network: 'btkn1-003' });
    expect([codeOf(unknown), fieldsOf(unknown)]).toEqual(['INVALID_INPUT', ['providerTokenIdentifier']]);
  });

  it('that is in review can be minted after it is provisioned', async () => {
    const played = await playIssuer();
    valueOf(await played.link());
    const coin = valueOf(await played.register('usdb', { network: 'btkn1-001' }));
    expect(coin).toMatchObject({ issuanceStatus: 'PENDING_REVIEW', svcOperationsStatus: 'NOT_ENABLED' });
    expect(codeOf(await played.order(coin, played.mint()))).toBe('CONFLICT');
    const read = async () => valueOf(await played.play.read(played.play.core.stablecoins.get, { id: coin.id }));
    await played.play.pass(10);
    expect(await read()).toMatchObject({ issuanceStatus: 'PROVISIONING', svcOperationsStatus: 'NOT_ENABLED' });
    await played.play.pass(20);
    expect(await read()).toMatchObject({ issuanceStatus: 'PROVISIONED', svcOperationsStatus: 'ENABLED' });
    expect(codeOf(await played.order(coin, played.mint()))).toBe('ok');
  });

  it.each([
    ['002', 'REJECTED'],
    ['004', 'FAILED'],
  ])('that its issuer does not issue (%s) becomes %s and is never minted', async (ending, status) => {
    const played = await playIssuer();
    valueOf(await played.link());
    const coin = valueOf(await played.register('usdb', { network: `btkn1-${ending}` }));
    await played.play.pass(30);
    const read = valueOf(await played.play.read(played.play.core.stablecoins.get, { id: coin.id }));
    expect(read).toMatchObject({ issuanceStatus: status, svcOperationsStatus: 'NOT_ENABLED' });
    expect(codeOf(await played.order(coin, played.mint()))).toBe('CONFLICT');
  });
});

describe('a mint or burn', () => {
  it('is refused for an invalid amount', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    const amounts: readonly (readonly [bigint, string])[] = [
      [0n, 'INVALID_AMOUNT'],
      [-1n, 'INVALID_AMOUNT'],
      [CENT - 1n, 'INVALID_AMOUNT'],
      [1_000n * DOLLAR + CENT, 'INVALID_AMOUNT'],
      [9_000_000_000_000_001n, 'AMOUNT_OUT_OF_RANGE'],
    ];
    for (const [amount, code] of amounts) {
      expect([amount, codeOf(await played.order(coin, played.mint({ amount })))]).toEqual([amount, code]);
    }
    expect(await played.balances()).toEqual(BEFORE);
    await played.clean();
  });

  it('is refused for accounts of another currency or owner, and for unknown accounts', async () => {
    const played = await playIssuer();
    const coin = await played.issued();
    const { account: euros } = await played.internal(played.customerId, 'EUR');
    const someone = await played.customer();
    const { account: theirs } = await played.internal(someone, 'USDB');
    const bank = await played.bank();
    const bitcoins = await played.wallet('BTC');
    const missing = played.usd.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const to = (accountId: string) => played.mint({ destination: { accountId } });
    const by = (accountId: string) => played.mint({ source: played.from('SVC_INTERNAL_ACCOUNT', { accountId }) });
    for (const [request, code] of [
      [to(played.usd.id), 'INVALID_CURRENCY'],
      [to(theirs.id), 'REFERENCE_NOT_FOUND'],
      [to(missing), 'REFERENCE_NOT_FOUND'],
      [to(bank.id), 'INVALID_INPUT'],
      [to(bitcoins.id), 'INVALID_CURRENCY'],
      [by(euros.id), 'INVALID_CURRENCY'],
      [by(missing), 'REFERENCE_NOT_FOUND'],
      [played.burn(bitcoins.id), 'INVALID_CURRENCY'],
      [played.burn(bank.id), 'INVALID_AMOUNT'],
    ] as const) {
      expect(codeOf(await played.order(coin, request))).toBe(code);
    }
    const unknown = { ...coin, id: coin.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')) as typeof coin.id };
    expect(codeOf(await played.order(unknown, played.mint()))).toBe('REFERENCE_NOT_FOUND');
  });

  it('is refused from a frozen account and from an Embedded Wallet', async () => {
    const played = await playIssuer();
    const { core, run } = played.play;
    const coin = await played.issued();
    const bank = await played.bank();
    valueOf(await run(core.accounts.freezeInternal, { id: played.usd.id } as never));
    expect(codeOf(await played.order(coin, played.mint()))).toBe('USER_NOT_READY');
    expect(codeOf(await played.order(coin, played.mint({ source: played.from('WIRE') })))).toBe('ok');

    const config = { appName: 'Play', otpLength: 6, alphanumeric: false, expirationSeconds: 300 };
    valueOf(await run(core.platforms.updateConfig, { embeddedWalletConfig: config } as never));
    const owner = await played.customer(['USDB']);
    const { account } = await played.internal(owner, 'USDB');
    expect(account.type).toBe('EMBEDDED_WALLET');
    const theirs = await played.bank('891', owner);
    const source = played.from('SVC_INTERNAL_ACCOUNT', { accountId: account.id });
    const refused = await played.order(coin, played.burn(theirs.id, { source }));
    expect([codeOf(refused), fieldsOf(refused)]).toEqual(['INVALID_INPUT', ['source.accountId']]);
    expect(bank.id).not.toBe(theirs.id);
  });

  it('is refused without an issuer for the environment', async () => {
    const played = await playIssuer((issuer) => issuer, { stablecoins: { SANDBOX: [], PRODUCTION: [] } });
    expect(codeOf(await played.link())).toBe('NOT_IMPLEMENTED');
  });
});

describe('two issuers of one environment', () => {
  async function both() {
    const evm = sandboxIssuer({ digest, book: memoryBook() });
    const asked: string[] = [];
    const other: StablecoinIssuer = {
      ...evm,
      name: 'EVM',
      verify: (credentials, id, platform) => {
        asked.push(platform);
        return evm.verify(credentials, id, platform);
      },
      token: (account, query) => evm.token(account, { ...query, network: 'SPARK' }),
      price: async (account, order) =>
        order.amount > 1_000n * DOLLAR
          ? { state: 'unsupported', field: 'amount', message: 'the amount is above a limit' }
          : order.destination.rail === 'WIRE'
            ? { state: 'unsupported', field: 'destination.rail', message: 'cannot be WIRE' }
            : evm.price(account, order),
      supply: async (account, token) => ({
        ...(await evm.supply(account, token)),
        foreign: [{ kind: 'MINT', transaction: '0xabc', amount: 5n }],
      }),
    };
    const brale = sandboxIssuer({ digest, book: memoryBook() });
    const adapters = { stablecoins: { SANDBOX: [brale, other], PRODUCTION: [] } };
    const played = await playIssuer((issuer) => issuer, adapters);
    const { stablecoins } = played.play.core;
    const credentials = { apiClientId: 'client', apiClientSecret: 'canary' };
    const link = valueOf(await played.play.run(stablecoins.link, { provider: 'EVM', ...credentials }));
    const coin = valueOf(
      await played.play.run(stablecoins.register, {
        providerTokenIdentifier: 'usdb',
        networkTokenIdentifier: '0x1',
        network: 'BASE',
      }),
    );
    return { played, link, coin, asked };
  }

  it('are chosen by the provider of the link, and each keeps its own tokens and clearing accounts', async () => {
    const { played, link, coin, asked } = await both();
    expect(asked).toEqual([link.tenant.split('/')[0]]);
    expect([link.provider, coin.provider, coin.network]).toEqual(['EVM', 'EVM', 'BASE']);
    const brale = valueOf(await played.link());
    const theirs = valueOf(await played.register('usdb', { link: brale.id }));
    valueOf(await played.order(coin, played.mint()));
    valueOf(await played.order(theirs, played.mint({ amount: 3n * DOLLAR })));
    await played.play.pass(0);
    await played.play.pass(1);
    const { units } = played.play.storage;
    const booked = (name: string) =>
      units.read(link.tenant, (reads) => reads.sum(POSTINGS, 'amount', { account: name }, 0, null));
    expect(await booked('clearing:SANDBOX:brale:USDB')).toBe(-3n * DOLLAR);
    expect(await booked('clearing:SANDBOX:evm-issuer:USDB')).toBe(-10n * DOLLAR);
    expect((await played.play.core.ledger.audit()).findings).toEqual([]);
  });

  it('report what others minted, which is a finding with its transaction and amount', async () => {
    const { played, link } = await both();
    expect(await played.play.core.ledger.auditSupply()).toEqual([
      `usdb at EVM ${link.providerAccountId} (SANDBOX): transaction 0xabc minted 5 (smallest units) without an operation here`,
    ]);
  });

  it('refuse an order that they do not execute with the code and the field that they name', async () => {
    const { played, coin } = await both();
    const bank = await played.bank();
    const wire = played.burn(bank.id, { destination: { accountId: bank.id, rail: 'WIRE' } });
    for (const refused of [await played.order(coin, wire), await played.quote(coin, wire)])
      expect([codeOf(refused), fieldsOf(refused)]).toEqual(['INVALID_INPUT', ['destination.rail']]);
    const tooMuch = await played.quote(coin, played.mint({ amount: 1_001n * DOLLAR }));
    expect(tooMuch.ok || [tooMuch.error.code, tooMuch.error.message]).toEqual([
      'AMOUNT_OUT_OF_RANGE',
      'the amount is above a limit',
    ]);
  });
});

describe('the supply', () => {
  it('equals minted minus burned tokens, and the audit reports a difference', async () => {
    let lost = 0n;
    const played = await playIssuer((issuer) => ({
      ...issuer,
      supply: async (...asked) => {
        const told = await issuer.supply(...asked);
        return told.state === 'told' ? { ...told, supply: told.supply + lost } : told;
      },
    }));
    const { coin } = await minted(played);
    await played.play.pass(0);
    lost = -1n;
    // The open mint may already be done at the issuer, but the supply cannot be negative.
    expect(await played.play.core.ledger.auditSupply()).toHaveLength(1);
    lost = 10n * DOLLAR;
    expect(await played.play.core.ledger.auditSupply()).toEqual([]);
    lost = 0n;
    await played.play.pass(1);
    await played.clean();
    lost = 1n;
    const { units } = played.play.storage;
    // A restored copy is not compared with what the issuer did since.
    expect(await auditBookedSupply(units)).toEqual([]);
    const [finding] = await played.play.core.ledger.auditSupply();
    expect(finding).toMatch(
      /^usdb at BRALE acct_\w+ \(SANDBOX\): the supply is 10000000 by operations here, 10000001 by/,
    );
    lost = 0n;
    valueOf(await played.order(coin, played.burn((await played.bank()).id, { amount: 3n * DOLLAR })));
    await played.play.pass(0);
    await played.play.pass(1);
    await played.clean();
  });
});
