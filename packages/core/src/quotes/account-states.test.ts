import { generateKeyPairSync, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ExternalAccount } from '../accounts/index.js';
import { valueOf } from '../testing/play-core.js';
import { playPayer, type PlayPayer } from '../testing/play-payer.js';

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer();
});

const refusedWith = (code: string) => ({ ok: false, error: { code } });

describe('a frozen account', () => {
  const move = (how: 'freezeInternal' | 'unfreezeInternal', id: string) =>
    payer.play.run(payer.play.core.accounts[how], { id });

  it('pays no quote, new or earlier, until it is unfrozen', async () => {
    const { play, usd, fromAccount, external, quoted, execute, auditClean } = payer;
    const request = fromAccount(usd.id, (await external()).id);
    const before = await quoted(request);
    valueOf(await move('freezeInternal', usd.id));
    expect(await play.run(play.core.quotes.create, request)).toMatchObject(refusedWith('USER_NOT_READY'));
    expect(await execute(before.id)).toMatchObject(refusedWith('USER_NOT_READY'));
    await auditClean();
    valueOf(await move('unfreezeInternal', usd.id));
    valueOf(await execute(before.id));
    await play.pass(0);
    expect((await payer.payment(before)).status).toBe('COMPLETED');
    expect(payer.eventsOf(usd.id).filter((type) => type.endsWith('STATUS_UPDATED'))).toHaveLength(2);
    await auditClean();
  });

  it('can still be credited', async () => {
    const { play, usd, auditClean } = payer;
    valueOf(await move('freezeInternal', usd.id));
    valueOf(await play.run(play.core.sandbox.fund, { accountId: usd.id, amount: 500n }));
    expect((await payer.internal('USD')).available).toBe(1_000_500n);
    await auditClean();
  });

  it('receives the refund of a payment that failed', async () => {
    const { play, usd, fromAccount, external, quoted, execute, auditClean } = payer;
    const quote = await quoted(fromAccount(usd.id, (await external('002')).id));
    valueOf(await execute(quote.id));
    valueOf(await move('freezeInternal', usd.id));
    await play.pass(0);
    expect(await payer.payment(quote)).toMatchObject({ status: 'FAILED', refundStatus: 'COMPLETED' });
    expect((await payer.internal('USD')).available).toBe(1_000_000n);
    await auditClean();
  });
});

describe('a self-custody wallet of the customer', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const address = base58.encode(Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'));
  const wallet = async (): Promise<ExternalAccount> =>
    valueOf(
      await payer.play.run(payer.play.core.accounts.addExternal, {
        ownerType: 'CUSTOMER',
        customerId: payer.customerId,
        currency: 'USDC',
        ownershipType: 'FIRST_PARTY',
        accountInfo: { accountType: 'SOLANA_WALLET', address },
      }),
    );

  it('is paid only after its owner has signed for it', async () => {
    const { play, usd, fromAccount, funded, eventsOf, auditClean } = payer;
    const { id } = await wallet();
    for (const request of [
      fromAccount(usd.id, id),
      funded(id),
      fromAccount(usd.id, id, { immediatelyExecute: true }),
    ]) {
      const refused = refusedWith('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED');
      expect(await play.run(play.core.quotes.create, request)).toMatchObject(refused);
    }
    const { accounts } = play.core;
    const { messageToSign } = valueOf(await play.run(accounts.challengeOwnership, { id, method: 'WALLET_SIGNATURE' }));
    await auditClean();
    const signature = base58.encode(sign(null, Buffer.from(messageToSign), privateKey));
    valueOf(await play.run(accounts.verifyOwnership, { id, signature }));

    const quote = await payer.quoted(fromAccount(usd.id, id, { immediatelyExecute: true }));
    await play.pass(0);
    expect((await payer.payment(quote)).status).toBe('COMPLETED');
    expect(eventsOf(id)).toEqual(['EXTERNAL_ACCOUNT.STATUS_UPDATED']);
    await auditClean();
  });
});
