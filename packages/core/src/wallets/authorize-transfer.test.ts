import { describe, expect, it } from 'vitest';
import { codeOf } from '../testing/play-core.js';
import { START } from '../testing/ports.js';
import {
  authorizeTransfer,
  isWallet,
  transferInstruction,
  transferPayload,
  type WalletTransfer,
} from './authorize-transfer.js';
import { newKey, playWallets } from '../testing/play-wallets.js';

const TRANSFER: WalletTransfer = {
  quoteId: 'Quote:1',
  accountId: 'InternalAccount:1',
  destination: 'InternalAccount:2',
  sendingAmount: 10_000_000n,
  sendingCurrency: 'USDB',
  receivingAmount: 900n,
  receivingCurrency: 'EUR',
};

describe('the payment of a quote from a wallet', () => {
  it('is a text to sign that states payer, payee and amounts', () => {
    const instruction = transferInstruction({ now: START }, TRANSFER);
    const payloadToSign = transferPayload([instruction])!;
    expect(instruction).toEqual({
      instructionsNotes: expect.any(String),
      isPlatformAccount: null,
      accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign },
    });
    expect(JSON.parse(payloadToSign)).toEqual({
      operation: 'TRANSFER',
      ...TRANSFER,
      sendingAmount: '10000000',
      receivingAmount: '900',
      timestampMs: START,
    });
  });

  it('is not in other instructions', () => {
    const info = { accountType: 'USD_ACCOUNT', reference: 'r' } as const;
    const other = { instructionsNotes: null, isPlatformAccount: null, accountOrWalletInfo: info };
    expect([transferPayload(null), transferPayload([]), transferPayload([other])]).toEqual([null, null, null]);
  });

  it('is made by a session of the wallet', async () => {
    const of = await playWallets();
    const wallet = await of.open({ email: 'ada@example.com' });
    const key = newKey();
    await of.signIn(wallet, key);
    const authorize = (signed: object, id: string = wallet.account.id) =>
      of.reads((reads) => authorizeTransfer(reads, of.play.context(), id, 'text', signed));
    expect(await authorize({ stamp: key.stamp('text') })).toEqual({ ok: true, value: undefined });
    expect(codeOf(await authorize({}))).toBe('WALLET_SIGNATURE_MISSING');
    expect(codeOf(await authorize({ stamp: 'x' }))).toBe('WALLET_SIGNATURE_MALFORMED');
    expect(codeOf(await authorize({ stamp: key.stamp('other') }))).toBe('WALLET_SIGNATURE_INVALID');
    expect(codeOf(await authorize({ stamp: newKey().stamp('text') }))).toBe('WALLET_SIGNATURE_INVALID');
    expect(codeOf(await authorize({ stamp: key.stamp('text') }, 'InternalAccount:2'))).toBe('WALLET_SIGNATURE_INVALID');
    of.play.clock.advance(900);
    expect(codeOf(await authorize({ stamp: key.stamp('text') }))).toBe('WALLET_SIGNATURE_INVALID');
  });

  it('concerns wallets only', () => {
    expect([isWallet({ type: 'EMBEDDED_WALLET' }), isWallet({ type: 'INTERNAL_CRYPTO' })]).toEqual([true, false]);
  });
});
