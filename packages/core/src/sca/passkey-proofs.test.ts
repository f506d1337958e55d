import { walletPorts } from '@corridor/adapters-rails/identity';
import { describe, expect, test } from 'vitest';
import { ok, type Result, withoutRefused } from '../kernel/index.js';
import type { Quote } from '../quotes/index.js';
import { playPayer } from '../testing/play-payer.js';
import { valueOf } from '../testing/play-core.js';
import { fixedClock, reversingSealer } from '../testing/ports.js';
import type { Passkey, Passkeys } from '../wallets/index.js';

const ORIGIN = 'http://localhost:8080';
const PASSKEY: Passkey = {
  credentialId: 'Y3JlZA',
  publicKey: 'a2V5',
  counter: 5,
  transports: [],
  origin: ORIGIN,
  rpId: 'localhost',
  userVerified: true,
};
const ATTESTATION = { id: PASSKEY.credentialId, clientDataJSON: 'e30', attestationObject: 'e30' };
const ASSERTION = { id: PASSKEY.credentialId, clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' };
const COPIED = { ok: false, error: { code: 'INVALID_SIGNATURE' } };

/** A payer with a passkey whose signatures are right; each assertion brings the counter that the test sets. */
async function withPasskey(registered = PASSKEY) {
  const clock = fixedClock();
  const next = { counter: registered.counter, credentialId: registered.credentialId };
  const passkeys: Passkeys = {
    register: async () => ok(registered),
    authenticate: async (passkey) => ok({ ...passkey, ...next }),
  };
  const wallets = { ...walletPorts({ sealer: reversingSealer, clock }), passkeys };
  const payer = await playPayer({ clock, wallets }, { region: 'DE' });
  const { play, customerId } = payer;
  const { core } = play;
  valueOf(await play.run(core.sca.startEnrollment, { customerId, type: 'PASSKEY' }));
  const proof = { customerId, type: 'PASSKEY', origin: ORIGIN, credential: ATTESTATION } as const;
  const enrolled = valueOf(await core.sca.confirmEnrollment.prepare(play.context(), proof));
  valueOf(await play.run(core.sca.confirmEnrollment.finish, enrolled));
  const { id: destination } = await payer.external();
  return {
    payer,
    next,
    async asked(): Promise<Quote> {
      const quote = await payer.quoted(payer.fromAccount(payer.usd.id, destination, { lockedCurrencyAmount: 1_000n }));
      return valueOf(await payer.execute(quote.id));
    },
    /** The proof for a quote, checked as far as possible before the unit of work that decides on it. */
    async examined({ id }: Quote) {
      const input = { id, endUserIpAddress: '203.0.113.7', passkeyAssertion: ASSERTION, origin: ORIGIN };
      const { prepare, finish } = core.quotes.authorize;
      const ready = valueOf(await prepare(play.context(), input));
      return { decide: async () => withoutRefused(await play.run(finish, ready)) as Result<Quote> };
    },
  };
}

describe('the signature counter of a passkey', () => {
  test('increases with each proof', async () => {
    const { asked, examined, next, payer } = await withPasskey();
    next.counter = 6;
    expect(await (await examined(await asked())).decide()).toMatchObject({ ok: true });
    next.counter = 7;
    expect(await (await examined(await asked())).decide()).toMatchObject({ ok: true });
    await payer.auditClean();
  });

  test.each([
    ['stays the same', 5],
    ['decreases', 4],
    ['returns to 0', 0],
  ])('refuses a proof whose counter %s, and leaves the payment unpaid', async (_what, counter) => {
    const { asked, examined, next, payer } = await withPasskey();
    next.counter = counter;
    const quote = await asked();
    expect(await (await examined(quote)).decide()).toMatchObject(COPIED);
    expect((await payer.quote(quote.id)).status).toBe('PENDING_AUTHORIZATION');
    expect((await payer.internal('USD')).held).toBe(0n);
  });

  test('lets only one of two proofs with the same counter pay, although both were examined before', async () => {
    const { asked, examined, next, payer } = await withPasskey();
    next.counter = 6;
    const [one, other] = [await examined(await asked()), await examined(await asked())];
    expect(await one.decide()).toMatchObject({ ok: true });
    expect(await other.decide()).toMatchObject(COPIED);
    await payer.auditClean();
  });

  test('is 0 each time for an authenticator that does not count', async () => {
    const { asked, examined, next } = await withPasskey({ ...PASSKEY, counter: 0 });
    next.counter = 0;
    expect(await (await examined(await asked())).decide()).toMatchObject({ ok: true });
    expect(await (await examined(await asked())).decide()).toMatchObject({ ok: true });
  });

  test('locks the customer after five proofs of a copied passkey', async () => {
    const { asked, examined, next } = await withPasskey();
    next.counter = 5;
    const quote = await asked();
    for (let tries = 0; tries < 5; tries++) await (await examined(quote)).decide();
    next.counter = 6;
    await expect(examined(quote)).rejects.toThrow('ACCOUNT_LOCKED');
  });
});

test('a proof of a passkey that is not the enrolled one is refused', async () => {
  const { asked, examined, next } = await withPasskey();
  next.counter = 6;
  next.credentialId = 'b3RoZXI';
  expect(await (await examined(await asked())).decide()).toMatchObject({
    ok: false,
    error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'passkeyAssertion' }] } },
  });
});
