import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { ATTESTATION, ORIGIN, playPasskeys } from '../testing/play-passkeys.js';
import { payerOn } from '../testing/play-payer.js';
import { byCode, CODE, PHONE, regulated } from '../testing/play-regulated.js';
import type { ScaFactorView } from './index.js';

/** A payer of the EEA, and a second host on the same database that requires logins. */
async function world(phone: string | null = PHONE) {
  const { over } = playPasskeys();
  const payer = await regulated(phone, over);
  const { storage, clock } = payer.play;
  const options = {
    ...DEFAULT_OPTIONS,
    cursorKey: new Uint8Array(32).fill(1),
    publicAuthority: 'localhost:8080',
    scaSessions: true,
  };
  const strict = await playCore({ ...over, storage, clock, options }, { existing: true });
  const { customerId, core, play } = payer;
  return {
    ...payer,
    strict,
    start: (type: 'TOTP' | 'PASSKEY') => strict.run(strict.core.sca.startEnrollment, { customerId, type }),
    async enrollPasskey() {
      const input = { customerId, type: 'PASSKEY', origin: ORIGIN, credential: ATTESTATION } as const;
      return valueOf(await play.run(core.sca.confirmEnrollment, input)) as { readonly factor: ScaFactorView };
    },
    remove: (credentialId: string) => strict.run(strict.core.sca.deleteFactor, { customerId, credentialId }),
    async loggedIn() {
      valueOf(await play.run(core.sca.startLogin, { customerId, factor: 'SMS_OTP' }));
      valueOf(await payer.login(byCode(CODE)));
    },
  };
}

const required = (customerId: string) => ({
  ok: false,
  error: { code: 'SCA_SESSION_REQUIRED', details: { customerIds: [customerId] } },
});

describe('on a host that requires logins', () => {
  it('only the first factor needs no login', async () => {
    const { play, core, customerId, start, login, enrollTotp, enrollPasskey, remove } = await world(null);
    expect((await start('TOTP')).ok).toBe(true);
    expect((await start('PASSKEY')).ok).toBe(true);
    await enrollTotp();
    expect(await start('PASSKEY')).toMatchObject(required(customerId));
    const [totp] = valueOf(await play.read(core.sca.listFactors, { customerId }));
    expect(await remove(totp!.credentialId!)).toMatchObject(required(customerId));
    valueOf(await login(byCode(CODE), 'TOTP'));
    expect((await start('PASSKEY')).ok).toBe(true);
    const { factor } = await enrollPasskey();
    valueOf(await remove(totp!.credentialId!));
    play.clock.advance(299.999);
    expect(await start('PASSKEY')).toMatchObject({ error: { code: 'PASSKEY_ALREADY_ENROLLED' } });
    play.clock.advance(0.001);
    // The passkey is the only factor now.
    expect(await start('TOTP')).toMatchObject(required(customerId));
    expect(await remove(factor.credentialId!)).toMatchObject(required(customerId));
  });

  it('a customer with a verified phone must log in before the enrollment of another factor', async () => {
    const { customerId, start, loggedIn } = await world();
    for (const type of ['TOTP', 'PASSKEY'] as const) expect(await start(type)).toMatchObject(required(customerId));
    await loggedIn();
    for (const type of ['TOTP', 'PASSKEY'] as const) expect((await start(type)).ok).toBe(true);
  });

  it('a new password ends the login', async () => {
    const { play, core, customerId, start, loggedIn } = await world();
    await loggedIn();
    valueOf(await play.run(core.sca.recordSecurityEvent, { customerId, eventType: 'RESET_PASSWORD_COMPLETED' }));
    expect(await start('TOTP')).toMatchObject(required(customerId));
  });

  it('reads name the customers without a login, and no others', async () => {
    const { play, strict, customerId, loggedIn } = await world();
    const other = await payerOn(play, { region: 'FR' });
    const elsewhere = await payerOn(play, { region: 'US' });
    const { accounts, transactions } = strict.core;
    const list = (filter: object = {}) => strict.read(accounts.listInternal, filter);
    const both = await list();
    const named = both.ok ? [] : (both.error.details?.['customerIds'] as readonly string[]);
    expect(named.toSorted()).toEqual([customerId, other.customerId].toSorted());

    await loggedIn();
    expect(await list()).toMatchObject(required(other.customerId));
    expect((await list({ customerId })).ok).toBe(true);
    expect(await list({ customerId: other.customerId })).toMatchObject(required(other.customerId));
    expect((await list({ customerId: elsewhere.customerId })).ok).toBe(true);
    // A filter that shows no record names its customer nevertheless.
    const outgoing = (filter: object) => strict.read(transactions.list, { type: 'OUTGOING' as const, ...filter });
    const { platformCustomerId } = valueOf(await play.read(play.core.customers.get, { id: other.customerId })).customer;
    for (const filter of [{ customerId: other.customerId }, { platformCustomerId }]) {
      expect(await outgoing(filter)).toMatchObject(required(other.customerId));
    }
    expect((await outgoing({})).ok).toBe(true);
    expect((await outgoing({ platformCustomerId: 'unknown' })).ok).toBe(true);
    expect((await outgoing({ customerId: 'nonsense' })).ok).toBe(true);
    expect(await strict.read(transactions.get, { id: 'nonsense' })).toMatchObject({
      error: { code: 'TRANSACTION_NOT_FOUND' },
    });
  });

  it('accounts of the platform are read without a login', async () => {
    const { strict, usd, customerId } = await world();
    const { accounts } = strict.core;
    const { data } = valueOf(await strict.read(accounts.listInternal, { ownerType: 'PLATFORM' as const }));
    expect((await strict.read(accounts.getInternal, { id: data[0]!.account.id })).ok).toBe(true);
    expect(await strict.read(accounts.getInternal, { id: usd.id })).toMatchObject(required(customerId));
  });
});

it('a host that requires no logins shows the data of a customer without one', async () => {
  const { play, core, customerId, enrollTotp } = await world();
  expect((await play.read(core.accounts.listInternal, { customerId })).ok).toBe(true);
  await enrollTotp();
  expect((await play.run(core.sca.startEnrollment, { customerId, type: 'PASSKEY' })).ok).toBe(true);
});
