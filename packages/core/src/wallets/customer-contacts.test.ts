import { accountsOf } from '../accounts/index.js';
import { p256 } from '@noble/curves/nist.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { createIds, type Result, type Tx } from '../kernel/index.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { seededRandom } from '../testing/ports.js';
import { type Challenge, STAMP_SCHEME, type WalletCredential, WALLET_CREDENTIALS } from './index.js';
import { livingCredentials } from './credential-service.js';
import { openSession } from './session-service.js';

const secret = new Uint8Array(32).fill(9);
const publicKey = bytesToHex(p256.getPublicKey(secret, true));
const stampOf = (payload: string): string => {
  const signature = bytesToHex(p256.sign(utf8ToBytes(payload), secret, { format: 'der', lowS: true }));
  return Buffer.from(JSON.stringify({ publicKey, scheme: STAMP_SCHEME, signature })).toString('base64url');
};

/** A customer with a wallet and an open session of it. */
async function owner(email = 'countess@example.com') {
  const play = await playCore({}, { currencies: ['USD', 'USDB'] });
  const { core, storage, tenant } = play;
  valueOf(await play.run(core.platforms.updateConfig, { embeddedWalletConfig: { appName: 'Purse' } }));
  const customer = valueOf(
    await play.run(core.customers.create, {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      region: 'US',
      email: 'ada@example.com',
      currencies: ['USDB'],
    }),
  );
  const [account] = await storage.units.read(tenant, (reads) => accountsOf(reads, customer.id));
  const credentials = async (): Promise<readonly WalletCredential[]> =>
    storage.units.read(tenant, (reads) => livingCredentials(reads, account!.id));
  const [credential] = await credentials();
  const ids = createIds(play.clock, seededRandom('session'));
  const keys = { publicKey, clientKey: null, encryptedKey: null };
  await play.run(async (tx, ctx) => ({ ok: true, value: openSession({ tx, ctx, ids }, credential!, keys) }), undefined);
  const patch = { id: customer.id, email };
  const asked = valueOf(await play.run(core.customers.update, { ...patch, signed: {} })) as Challenge;
  const signed = { stamp: stampOf(asked.payloadToSign), requestId: asked.requestId };
  return { play, customer, credentials, change: { ...patch, signed } };
}

/** A unit of work that reads a credential as it was before a concurrent change. */
const behind = (tx: Tx): Tx =>
  new Proxy(tx, {
    get(target, name: keyof Tx) {
      if (name !== 'list') return target[name];
      const list: Tx['list'] = async (kind, query) => {
        const slice = await target.list(kind, query);
        if (kind.name !== WALLET_CREDENTIALS.name) return slice;
        return { ...slice, rows: slice.rows.map((row) => ({ ...row, version: row.version - 1 })) };
      };
      return list;
    },
  });

describe('a new email address of a customer with a wallet', () => {
  it('moves the credential to it in the unit of the change', async () => {
    const { play, customer, credentials, change } = await owner();
    const done = valueOf(await play.run(play.core.customers.update, change));
    expect(done).toMatchObject({ kind: 'done', value: { email: 'countess@example.com' } });
    expect(await credentials()).toMatchObject([{ contact: 'countess@example.com', nickname: 'countess@example.com' }]);
    expect(customer.email).toBe('ada@example.com');
  });

  it('is not set if another unit changed the credential: EMAIL_OTP_CREDENTIAL_SYNC_FAILED', async () => {
    const { play, customer, credentials, change } = await owner();
    const { core } = play;
    const before = await credentials();
    const refused: Result<unknown> = await play.run(
      (tx, ctx, input) => core.customers.update(behind(tx), ctx, input),
      change,
    );
    expect(refused).toMatchObject({ ok: false, error: { code: 'EMAIL_OTP_CREDENTIAL_SYNC_FAILED' } });
    // The unit had no effect, so the signature is still valid for another try.
    expect(valueOf(await play.read(core.customers.get, { id: customer.id })).customer.email).toBe('ada@example.com');
    expect(await credentials()).toEqual(before);
    expect(valueOf(await play.run(core.customers.update, change))).toMatchObject({ kind: 'done' });
  });

  it('is not set in the sandbox if it ends in 009: EMAIL_OTP_CREDENTIAL_SYNC_FAILED', async () => {
    const { play, customer, credentials, change } = await owner('countess009@example.com');
    const before = await credentials();
    expect(await play.run(play.core.customers.update, change)).toMatchObject({
      error: { code: 'EMAIL_OTP_CREDENTIAL_SYNC_FAILED' },
    });
    expect(valueOf(await play.read(play.core.customers.get, { id: customer.id })).customer.email).toBe(
      'ada@example.com',
    );
    expect(await credentials()).toEqual(before);
  });
});
