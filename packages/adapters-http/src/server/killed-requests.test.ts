import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import type { Commands, Core } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { payerOn } from '../../../core/src/testing/play-payer.js';
import { valueOf } from '../../../core/src/testing/play-core.js';
import { BASE, startServer } from '../testing/server.js';

/** When the host dies: before the unit that has the effect of a request, or after its commit, before the answer. */
let dies: 'before' | 'after' | null = null;

const mortal = (core: Core): Core => {
  const run: Commands['run'] = async (ctx, useCase, input, render, claim) => {
    // A lookup of a stored answer has no input.
    const isDying = input !== undefined && dies !== null;
    const when = dies;
    if (isDying) dies = null;
    if (isDying && when === 'before') throw new Error('killed');
    const answer = await core.commands.run(ctx, useCase, input, render, claim);
    if (isDying) throw new Error('killed');
    return answer;
  };
  return { ...core, commands: { ...core.commands, run } };
};

const server = await startServer({}, {}, mortal);
const { play } = server;
const payer = await payerOn(play);

interface Sent {
  readonly path: string;
  readonly body?: object;
}

/** A wallet whose owner has signed the message of its challenge. */
async function signedWallet(): Promise<Sent> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const address = base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const { id } = valueOf(
    await play.run(play.core.accounts.addExternal, {
      ownerType: 'CUSTOMER',
      customerId: payer.customerId,
      currency: 'USDC',
      ownershipType: 'FIRST_PARTY',
      accountInfo: { accountType: 'SOLANA_WALLET', address },
    } as never),
  );
  const asked = { id, method: 'WALLET_SIGNATURE' };
  const { messageToSign } = valueOf(await play.run(play.core.accounts.challengeOwnership, asked));
  const signature = base58.encode(sign(null, Buffer.from(messageToSign), privateKey));
  return { path: `/customers/external-accounts/${id}/verify`, body: { signature } };
}

async function invitation(): Promise<Sent> {
  const customer = async (fullName: string) =>
    valueOf(await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', fullName, region: 'US' }));
  valueOf(await play.run(play.core.platforms.updateConfig, { umaDomain: 'pay.example' }));
  const [inviter, invitee] = [await customer('Ada'), await customer('Grace')];
  const made = { inviterUma: inviter.umaAddress };
  const { code } = valueOf(await play.run(play.core.uma.invitations.create, made));
  return { path: `/invitations/${code}/claim`, body: { inviteeUma: invitee.umaAddress } };
}

describe.each<[string, () => Promise<Sent>]>([
  ['the proof of a wallet', signedWallet],
  ['the claim of an invitation', invitation],
  ['a test webhook', async () => ({ path: '/sandbox/webhooks/test' })],
])('%s that is sent again with its key', (_, prepare) => {
  it.each(['before', 'after'] as const)('is answered as the first, if the host died %s its commit', async (when) => {
    const { path, body } = await prepare();
    const key = { 'idempotency-key': randomUUID() };
    const send = (headers: Record<string, string> = key) => server.call('POST', BASE + path, body, headers);
    dies = when;
    expect((await send()).status).toBe(500);
    const again = await send();
    expect([again.status, again.text]).toEqual([200, expect.any(String)]);
    expect(again.headers.get('idempotent-replayed')).toBe(when === 'after' ? 'true' : null);
    const third = await send();
    expect([third.status, third.text, third.headers.get('idempotent-replayed')]).toEqual([200, again.text, 'true']);
  });

  it('is answered alike if its copies arrive at once', async () => {
    const { path, body } = await prepare();
    const key = { 'idempotency-key': randomUUID() };
    const copies = await Promise.all([1, 2, 3].map(() => server.call('POST', BASE + path, body, key)));
    const answered = copies.filter(({ status }) => status === 200);
    expect(new Set(answered.map(({ text }) => text)).size).toBe(1);
    for (const { status, json } of copies) if (status !== 200) expect(json).toMatchObject({ code: 'CONFLICT' });
  });
});
