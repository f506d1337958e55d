import { beforeEach, describe, expect, it } from 'vitest';
import { accountsOf } from '../accounts/index.js';
import { refusal } from '../testing/host.js';
import { valueOf } from '../testing/play-core.js';
import { newKey, type OwnedWallet, type OwnerKey, type PlayWallets, playWallets } from '../testing/play-wallets.js';
import type { Quote, QuoteRequest } from './index.js';

const AMOUNT = 10_000_000n;

let of: PlayWallets;
let wallet: OwnedWallet;
let owner: OwnerKey;
let euros: string;
beforeEach(async () => {
  of = await playWallets();
  wallet = await of.open({ email: 'ada@example.com' });
  owner = newKey();
  await of.signIn(wallet, owner);
  valueOf(await of.play.run(of.play.core.sandbox.fund, { accountId: wallet.account.id, amount: AMOUNT }));
  euros = (await of.reads((reads) => accountsOf(reads, wallet.customer.id))).find(
    ({ currency }) => currency === 'EUR',
  )!.id;
});

const create = (over: Partial<QuoteRequest> = {}) =>
  of.play.run(of.play.core.quotes.create, {
    source: { sourceType: 'ACCOUNT', accountId: wallet.account.id },
    destination: { destinationType: 'ACCOUNT', accountId: euros },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: AMOUNT,
    ...over,
  });
const execute = ({ id }: Quote, stamp?: string) => of.play.run(of.play.core.quotes.execute, { id, signed: { stamp } });
const payloadOf = (quote: Quote) => String(quote.paymentInstructions![0]!.accountOrWalletInfo['payloadToSign']);

describe('a quote from a wallet', () => {
  it('asks its owner to sign the payer, the payee and the amounts', async () => {
    const quote = valueOf(await create());
    expect(quote.paymentInstructions).toHaveLength(1);
    expect(JSON.parse(payloadOf(quote))).toEqual({
      operation: 'TRANSFER',
      quoteId: quote.id,
      accountId: wallet.account.id,
      destination: euros,
      sendingAmount: '10000000',
      sendingCurrency: 'USDB',
      receivingAmount: String(quote.totalReceivingAmount),
      receivingCurrency: 'EUR',
      timestampMs: of.play.clock.now(),
    });
  });

  it('is executed with the stamp of its owner, and not without one', async () => {
    const quote = valueOf(await create());
    expect(refusal(await execute(quote)).code).toBe('WALLET_SIGNATURE_MISSING');
    expect(valueOf(await of.play.read(of.play.core.quotes.get, quote)).status).toBe('PENDING');
    const executed = valueOf(await execute(quote, owner.stamp(payloadOf(quote))));
    expect(executed).toEqual({ ...quote, status: 'PROCESSING', version: 2 });
    await of.play.pass(0);
    expect(valueOf(await of.play.read(of.play.core.quotes.get, quote)).status).toBe('COMPLETED');
    expect((await of.play.core.ledger.audit()).findings).toEqual([]);
  });

  it('is not executed at once, because its owner has to sign it first', async () => {
    expect(refusal(await create({ immediatelyExecute: true }))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['immediatelyExecute'],
    });
  });
});
