import { scaPorts } from '@corridor/adapters-rails/identity';
import { describe, expect, it } from 'vitest';
import { JOBS, schedule } from '../events/index.js';
import { createIds, ok, plusSeconds, update } from '../kernel/index.js';
import { type PlayCore, valueOf } from '../testing/play-core.js';
import { payerOn } from '../testing/play-payer.js';
import { answered, byCode, CODE, CONFLICT, PHONE, regulated, WRONG, wrongField } from '../testing/play-regulated.js';
import { seededRandom } from '../testing/ports.js';
import { verifyPhone } from '../testing/sandbox-proofs.js';
import { SCA_GUARDS, SCA_RESETS } from './index.js';
import type { LivenessRequest, LivenessVerdict } from './ports.js';

const HOUR = 3_600;
const BEGUN = { reference: 'check 1', accessToken: 'token', link: 'https://liveness.example/1' };
const UNKNOWN = { ok: false, error: { code: 'REFERENCE_NOT_FOUND' } };
const ABSENT = 'ScaReset:018bcfe5-6800-7000-8000-00000000abcd';

/** A payer of the EEA whose provider of liveness checks gives the verdict that the test sets. */
async function world(phone: string | null = PHONE) {
  const provider = {
    verdict: 'PENDING' as LivenessVerdict,
    begun: [] as LivenessRequest[],
    asked: [] as string[],
    meanwhile: async (): Promise<void> => undefined,
  };
  const liveness = {
    async begin(request: LivenessRequest) {
      provider.begun.push(request);
      return BEGUN;
    },
    async verdict(reference: string) {
      provider.asked.push(reference);
      await provider.meanwhile();
      return provider.verdict;
    },
  };
  const payer = await regulated(phone, { sca: { ...scaPorts(), liveness } });
  const { play, core, customerId } = payer;
  const start = (factor: 'SMS_OTP' | 'TOTP' | 'PASSKEY' = 'SMS_OTP', of = customerId) =>
    play.run(core.sca.startReset, { customerId: of, factor });
  const jobs = async () =>
    (await play.storage.units.read(play.tenant, (reads) => reads.list(JOBS, { order: 'asc', limit: 100 }))).rows.filter(
      ({ kind }) => kind === 'sca.reset',
    );
  return {
    ...payer,
    provider,
    start,
    started: async (factor?: 'SMS_OTP' | 'TOTP') => valueOf(await start(factor)).reset,
    jobs,
    dueIn: async () => (await jobs()).map(({ dueAt }) => (dueAt - play.clock.now()) / 1000),
    view: (resetId: string, of = customerId) => play.read(core.sca.getReset, { customerId: of, resetId }),
    status: async (resetId: string) =>
      valueOf(await play.read(core.sca.getReset, { customerId, resetId })).reset.status,
    complete: (resetId: string, mobile?: { countryCode: string; number: string }) =>
      play.run(core.sca.completeReset, { customerId, resetId, mobile }),
    decide: (resetId: string, verdict: 'PASSED' | 'REJECTED') => play.run(core.sca.decideReset, { resetId, verdict }),
  };
}

const guardOf = (play: PlayCore, customerId: string) =>
  play.storage.units.read(play.tenant, (reads) => reads.get(SCA_GUARDS, customerId));

describe('the start of a reset', () => {
  it('begins a liveness check of the customer, and is open for an hour', async () => {
    const { start, provider, play, customerId, jobs, view } = await world();
    const { reset, begun } = valueOf(await start());
    const now = play.clock.now();
    expect(begun).toEqual(BEGUN);
    expect(reset).toEqual({
      id: expect.stringMatching(/^ScaReset:/) as string,
      tenant: play.tenant,
      version: 1,
      createdAt: now,
      updatedAt: now,
      customerId,
      factor: 'SMS_OTP',
      status: 'INITIATED',
      expiresAt: now + HOUR * 1000,
      reference: 'check 1',
      completedAt: null,
    });
    expect(provider.begun).toEqual([{ id: reset.id, environment: 'SANDBOX', name: 'Ada Lovelace' }]);
    expect(await jobs()).toMatchObject([{ kind: 'sca.reset', subject: reset.id, dueAt: now }]);
    expect(valueOf(await view(reset.id))).toEqual({ reset, enrollment: null });
  });

  it('checks a business by its legal name, and a person without a name by none', async () => {
    const { play, core, provider, start } = await world();
    const created = async (of: object) =>
      valueOf(await play.run(core.customers.create, { region: 'FR', phoneNumber: PHONE, ...of } as never)).id;
    const address = { line1: '1 Main St', city: 'Paris', postalCode: '75001', country: 'FR' };
    const business = { customerType: 'BUSINESS', businessInfo: { legalName: 'Acme Inc' }, address };
    valueOf(await start('SMS_OTP', await created(business)));
    valueOf(await start('SMS_OTP', await created({ customerType: 'INDIVIDUAL' })));
    expect(provider.begun.map(({ name }) => name)).toEqual(['Acme Inc', '']);
  });

  it('needs a factor of the customer, before the provider is asked', async () => {
    const { start, provider } = await world();
    expect(await start('TOTP')).toMatchObject(CONFLICT);
    expect(await start('PASSKEY')).toMatchObject(CONFLICT);
    const silent = await world(null);
    expect(await silent.start('SMS_OTP')).toMatchObject(CONFLICT);
    await silent.enrollTotp();
    expect((await silent.start('TOTP')).ok).toBe(true);
    expect([provider.begun.length, silent.provider.begun.length]).toEqual([0, 1]);
  });

  it('needs the factor also after the provider has answered', async () => {
    const { core, play, customerId, enrollTotp } = await world();
    await enrollTotp();
    const ready = valueOf(await core.sca.startReset.prepare(play.context(), { customerId, factor: 'TOTP' }));
    const totp = valueOf(await play.read(core.sca.listFactors, { customerId })).find(({ factor }) => factor === 'TOTP');
    valueOf(await play.run(core.sca.deleteFactor, { customerId, credentialId: totp!.credentialId! }));
    expect(await play.run(core.sca.startReset.finish, ready)).toMatchObject(CONFLICT);
  });

  it('expires the open reset of the same customer only', async () => {
    const { play, started, status, view } = await world();
    const neighbour = await payerOn(play, { region: 'FR', phoneNumber: '+33612345678' });
    const theirs = valueOf(
      await play.run(play.core.sca.startReset, { customerId: neighbour.customerId, factor: 'SMS_OTP' }),
    ).reset;
    const first = await started();
    const second = await started();
    expect([await status(first.id), await status(second.id)]).toEqual(['EXPIRED', 'INITIATED']);
    expect(valueOf(await view(theirs.id, neighbour.customerId)).reset.status).toBe('INITIATED');
    // The reset of one customer is not shown under another.
    expect(await view(theirs.id)).toMatchObject(UNKNOWN);
    expect(await view(first.id, neighbour.customerId)).toMatchObject(UNKNOWN);
    for (const id of ['nonsense', ABSENT]) expect(await view(id)).toMatchObject(UNKNOWN);
  });

  it('is refused after five within an hour, until an hour after the first of them', async () => {
    const { play, provider, start } = await world();
    for (let i = 0; i < 5; i++) {
      valueOf(await start());
      play.clock.advance(60);
    }
    const refusedFor = (retryAfter: number) => ({
      ok: false,
      error: { code: 'RATE_LIMITED', details: { retryAfter } },
    });
    expect(await start()).toMatchObject(refusedFor(HOUR - 5 * 60));
    play.clock.advance(HOUR - 5 * 60 - 1);
    expect(await start()).toMatchObject(refusedFor(1));
    play.clock.advance(0.5);
    expect(await start()).toMatchObject(refusedFor(1));
    expect(provider.begun).toHaveLength(5);
    play.clock.advance(0.5);
    valueOf(await start());
    expect(await start()).toMatchObject(refusedFor(60));
    // Old resets do not count.
    play.clock.advance(2 * HOUR);
    for (let i = 0; i < 5; i++) valueOf(await start());
    expect(await start()).toMatchObject(refusedFor(HOUR));
  });

  it('is refused after five also if the others started while the provider was asked', async () => {
    const { play, core, customerId, start } = await world();
    const ready = valueOf(await core.sca.startReset.prepare(play.context(), { customerId, factor: 'SMS_OTP' }));
    for (let i = 0; i < 5; i++) valueOf(await start());
    expect(await play.run(core.sca.startReset.finish, ready)).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  });
});

describe('the verdict of a liveness check', () => {
  it('is asked for every five seconds, and for the last time before the reset expires', async () => {
    const { play, core, started, provider, dueIn, status } = await world();
    const { id } = await started();
    await core.work.drain();
    expect(provider.asked).toEqual(['check 1']);
    expect(await dueIn()).toEqual([5]);
    await play.pass(4);
    expect(provider.asked).toHaveLength(1);
    await play.pass(1);
    expect(provider.asked).toHaveLength(2);
    await play.pass(HOUR - 7);
    expect(await dueIn()).toEqual([2]);
    const asked = provider.asked.length;
    provider.verdict = 'PASSED';
    await play.pass(1);
    expect(await status(id)).toBe('INITIATED');
    await play.pass(1);
    expect(await status(id)).toBe('EXPIRED');
    expect(provider.asked).toHaveLength(asked);
    expect(await dueIn()).toEqual([]);
  });

  it('that passes leaves an hour from the start to complete the reset', async () => {
    const { play, core, started, provider, dueIn, status, complete, enrollTotp } = await world();
    await enrollTotp();
    provider.verdict = 'PASSED';
    const { id } = await started('TOTP');
    await play.pass(10);
    expect(await status(id)).toBe('LIVENESS_PASSED');
    expect(await dueIn()).toEqual([HOUR - 10]);
    play.clock.advance(HOUR - 10);
    expect(await complete(id)).toMatchObject(CONFLICT);
    await core.work.drain();
    expect(await status(id)).toBe('EXPIRED');
    expect(await dueIn()).toEqual([]);
    expect(provider.asked).toHaveLength(1);
  });

  it('that rejects ends the reset', async () => {
    const { core, started, provider, dueIn, status, complete, decide } = await world();
    provider.verdict = 'REJECTED';
    const { id } = await started();
    await core.work.drain();
    expect(await status(id)).toBe('REJECTED');
    expect(await dueIn()).toEqual([]);
    expect(await complete(id)).toMatchObject(CONFLICT);
    expect(await decide(id, 'PASSED')).toMatchObject(CONFLICT);
  });

  it('is not asked for again after it was given, even if the work runs early', async () => {
    const { play, core, started, provider, jobs, dueIn, status } = await world();
    provider.verdict = 'REVIEW';
    const { id } = await started();
    await core.work.drain();
    expect([await status(id), await dueIn()]).toEqual(['PENDING_REVIEW', [HOUR]]);
    const [job] = await jobs();
    await core.units.run(play.tenant, async (tx) =>
      ok(update(tx, play.context(), JOBS, job!, { dueAt: play.clock.now() })),
    );
    await play.pass(1);
    expect([await status(id), await dueIn()]).toEqual(['PENDING_REVIEW', [HOUR - 1]]);
    expect(provider.asked).toHaveLength(1);
    await play.pass(HOUR - 2);
    expect(await status(id)).toBe('PENDING_REVIEW');
    await play.pass(1);
    expect([await status(id), await dueIn()]).toEqual(['EXPIRED', []]);
  });

  it('has no effect if the reset ended while the provider was asked', async () => {
    const { core, play, started, provider, status, start } = await world();
    const { id } = await started();
    provider.verdict = 'PASSED';
    provider.meanwhile = async () => {
      provider.meanwhile = async () => undefined;
      valueOf(await start());
    };
    await core.work.drain();
    expect(await status(id)).toBe('EXPIRED');
    await play.pass(HOUR);
    expect(await status(id)).toBe('EXPIRED');
  });

  it('has no effect if the reset expired while the provider was asked', async () => {
    const { core, play, started, provider, status, dueIn } = await world();
    const { id } = await started();
    provider.verdict = 'PASSED';
    provider.meanwhile = async () => play.clock.advance(HOUR);
    await core.work.drain();
    expect([await status(id), await dueIn()]).toEqual(['EXPIRED', []]);
  });

  it('is not asked for a reset that is not there', async () => {
    const { play, core, provider, jobs } = await world();
    const ctx = play.context();
    const ids = createIds(play.clock, seededRandom());
    await core.units.run(play.tenant, async (tx) =>
      ok(schedule({ tx, ctx, ids }, { kind: 'sca.reset', subject: ABSENT, dueAt: ctx.hostNow })),
    );
    await play.pass(1);
    expect(await jobs()).toEqual([]);
    expect(provider.asked).toEqual([]);
  });
});

describe('the verdict of a reviewer', () => {
  it('passes or rejects a reset that waits for one', async () => {
    const { play, core, started, provider, decide, status, complete, dueIn } = await world();
    provider.verdict = 'REVIEW';
    const first = await started();
    expect(await decide(first.id, 'PASSED')).toMatchObject(CONFLICT);
    await core.work.drain();
    play.clock.advance(5);
    expect(await complete(first.id)).toMatchObject(CONFLICT);
    const passed = valueOf(await decide(first.id, 'PASSED'));
    expect(passed).toEqual({
      ...first,
      status: 'LIVENESS_PASSED',
      version: passed.version,
      updatedAt: play.clock.now(),
    });
    expect(await decide(first.id, 'REJECTED')).toMatchObject(CONFLICT);
    const second = await started();
    await core.work.drain();
    expect(valueOf(await decide(second.id, 'REJECTED')).status).toBe('REJECTED');
    await play.pass(HOUR);
    expect([await status(first.id), await status(second.id)]).toEqual(['EXPIRED', 'REJECTED']);
    expect(await dueIn()).toEqual([]);
  });

  it('comes too late when the reset has expired, and is for a known reset only', async () => {
    const { play, core, started, provider, decide } = await world();
    provider.verdict = 'REVIEW';
    const { id } = await started();
    await core.work.drain();
    play.clock.advance(HOUR - 0.001);
    expect((await decide(id, 'PASSED')).ok).toBe(true);
    const next = await started();
    await core.work.drain();
    play.clock.advance(HOUR);
    expect(await decide(next.id, 'PASSED')).toMatchObject(CONFLICT);
    for (const unknown of ['nonsense', ABSENT]) expect(await decide(unknown, 'PASSED')).toMatchObject(UNKNOWN);
  });
});

describe('the completion of a reset', () => {
  async function passed(factor: 'SMS_OTP' | 'TOTP' = 'SMS_OTP') {
    const all = await world();
    if (factor === 'TOTP') await all.enrollTotp();
    all.provider.verdict = 'PASSED';
    const { id } = await all.started(factor);
    await all.core.work.drain();
    return { ...all, id };
  }

  it('ends the lock, the session and the open login of the customer', async () => {
    const { play, core, customerId, login, complete, id } = await passed('TOTP');
    valueOf(await login(byCode(CODE), 'TOTP'));
    valueOf(await play.run(core.sca.startLogin, { customerId, factor: 'SMS_OTP' }));
    valueOf(await play.run(core.sca.recordSecurityEvent, { customerId, eventType: 'FAILED_LOGIN_ATTEMPT' }));
    for (let i = 0; i < 4; i++) await login(byCode(WRONG), 'TOTP');
    const before = (await guardOf(play, customerId))!;
    expect(before).toMatchObject({ wrongProofs: 4, failedLogins: 1, lockedUntil: play.clock.now() + 900_000 });
    expect([before.loginChallenge, before.sessionUntil]).not.toContain(null);
    play.clock.advance(1);
    valueOf(await complete(id));
    expect(await guardOf(play, customerId)).toEqual({
      ...before,
      version: before.version + 1,
      updatedAt: play.clock.now(),
      wrongProofs: 0,
      failedLogins: 0,
      lockedUntil: null,
      loginChallenge: null,
      sessionUntil: null,
    });
    const row = await play.storage.units.read(play.tenant, (reads) => reads.get(SCA_RESETS, id));
    expect(row).toMatchObject({ status: 'COMPLETED', completedAt: play.clock.now() });
  });

  it('is possible until the last moment of the hour', async () => {
    const { play, complete, id, status, dueIn } = await passed('TOTP');
    play.clock.advance(HOUR - 0.001);
    valueOf(await complete(id));
    await play.pass(1);
    expect([await status(id), await dueIn()]).toEqual(['COMPLETED', []]);
  });

  it('succeeds if the factor is already deleted', async () => {
    const { play, core, customerId, complete, id, view } = await passed('TOTP');
    const [, totp] = valueOf(await play.read(core.sca.listFactors, { customerId }));
    valueOf(await play.run(core.sca.deleteFactor, { customerId, credentialId: totp!.credentialId! }));
    valueOf(await complete(id));
    expect(valueOf(await view(id))).toMatchObject({ reset: { status: 'COMPLETED' }, enrollment: 'PENDING' });
  });

  it('shows whether the new phone is verified', async () => {
    const { play, customerId, complete, id, view } = await passed();
    valueOf(await complete(id, { countryCode: '49', number: '1600000001' }));
    expect(valueOf(await view(id)).enrollment).toBe('PENDING');
    await verifyPhone(play, customerId);
    expect(valueOf(await view(id)).enrollment).toBe('COMPLETED');
  });

  it('is for a reset of the customer only', async () => {
    const { play, core, id, complete } = await passed();
    const neighbour = await payerOn(play, { region: 'FR', phoneNumber: '+33612345678' });
    const input = {
      customerId: neighbour.customerId,
      resetId: id,
      mobile: { countryCode: '49', number: '1600000001' },
    };
    expect(await answered(play, core.sca.completeReset, input)).toMatchObject(UNKNOWN);
    for (const unknown of ['nonsense', ABSENT]) expect(await complete(unknown, input.mobile)).toMatchObject(UNKNOWN);
  });

  it.each([
    ['+49', '160 000-00.01'],
    [' (49) ', '(160) 0000001'],
  ])('reads the phone %s %s without its punctuation', async (countryCode, number) => {
    const { play, core, customerId, complete, id } = await passed();
    valueOf(await complete(id, { countryCode, number }));
    const { customer } = valueOf(await play.read(core.customers.get, { id: customerId }));
    expect(customer).toMatchObject({ phoneNumber: '+491600000001', contactPhone: 'PENDING' });
  });

  it.each([
    ['4+9', '1600000001'],
    ['++49', '1600000001'],
    ['49', '+1600000001'],
    ['0', '1600000001'],
    ['49', '1234'],
    ['49', '12345678901234'],
    ['49', '160/0000001'],
  ])('refuses the phone %s %s, and leaves the reset open', async (countryCode, number) => {
    const { complete, id, status } = await passed();
    const refused = await complete(id, { countryCode, number });
    expect(refused).toMatchObject(wrongField('mobile.number'));
    expect(refused).toMatchObject({ error: { details: { errors: [{ constraint: { format: 'e.164' } }] } } });
    expect(await status(id)).toBe('LIVENESS_PASSED');
  });

  it('refuses the lost phone', async () => {
    const { complete, id, status } = await passed();
    expect(await complete(id, { countryCode: '49', number: PHONE.slice(3) })).toMatchObject(
      wrongField('mobile.number'),
    );
    expect(await complete(id)).toMatchObject(wrongField('mobile'));
    expect(await status(id)).toBe('LIVENESS_PASSED');
  });
});

describe('for operators', () => {
  it('the resets in review are listed over all platforms, oldest first, with their customers', async () => {
    const { play, core, started, provider, customerId } = await world();
    const neighbour = await payerOn(play, { region: 'FR', phoneNumber: '+33612345678' });
    const listed = async (page: Parameters<typeof core.sca.resetsInReview>[0] = {}) =>
      valueOf(await core.sca.resetsInReview(page));
    expect(await listed()).toEqual({ data: [], hasMore: false });
    provider.verdict = 'REVIEW';
    const first = await started();
    play.clock.advance(1);
    const { reset: second } = valueOf(
      await play.run(core.sca.startReset, { customerId: neighbour.customerId, factor: 'SMS_OTP' }),
    );
    expect((await listed()).data).toEqual([]);
    await core.work.drain();
    const all = await listed();
    const customerOf = async (id: string) => valueOf(await play.read(core.customers.get, { id })).customer;
    expect(all.data.map(({ record }) => record.id)).toEqual([first.id, second.id]);
    expect(all.data.map(({ record }) => record.status)).toEqual(['PENDING_REVIEW', 'PENDING_REVIEW']);
    expect(all.data.map(({ about }) => about)).toEqual([
      await customerOf(customerId),
      await customerOf(neighbour.customerId),
    ]);
    expect(all.data.map(({ platform }) => platform.id)).toEqual([play.tenant, play.tenant]);
    expect(all.hasMore).toBe(false);
    expect((await listed({ environment: 'SANDBOX' })).data).toHaveLength(2);
    expect((await listed({ environment: 'PRODUCTION' })).data).toEqual([]);

    const page = await listed({ limit: 1 });
    expect([page.data.map(({ record }) => record.id), page.hasMore]).toEqual([[first.id], true]);
    const next = await listed({ limit: 1, cursor: page.nextCursor });
    expect([next.data.map(({ record }) => record.id), next.hasMore]).toEqual([[second.id], false]);
    valueOf(await play.run(core.sca.decideReset, { resetId: first.id, verdict: 'PASSED' }));
    expect((await listed()).data.map(({ record }) => record.id)).toEqual([second.id]);
  });

  it('the state of a customer has its factors, its lock and its last ten resets, newest first', async () => {
    const { play, core, customerId, started, enrollTotp } = await world();
    const neighbour = await payerOn(play, { region: 'FR', phoneNumber: '+33612345678' });
    valueOf(await play.run(core.sca.startReset, { customerId: neighbour.customerId, factor: 'SMS_OTP' }));
    const standing = async (id = customerId) => valueOf(await play.read(core.sca.standing, { customerId: id }));
    const factors = [{ factor: 'SMS_OTP', credentialId: null, name: null }];
    const unlocked = { suspended: false, lockedUntil: null, failedAttempts: 0 };
    expect(await standing()).toEqual({ isRegulated: true, factors, lock: unlocked, resets: [] });

    await enrollTotp();
    const ids: string[] = [];
    for (let i = 0; i < 11; i++) {
      ids.unshift((await started()).id);
      play.clock.advance(1_000);
    }
    for (let i = 0; i < 5; i++) {
      valueOf(await play.run(core.sca.recordSecurityEvent, { customerId, eventType: 'FAILED_LOGIN_ATTEMPT' }));
    }
    const now = await standing();
    expect(now.factors).toEqual([
      ...factors,
      { factor: 'TOTP', credentialId: expect.stringMatching(/^ScaFactor:/) as string, name: 'Authenticator app' },
    ]);
    const lockedUntil = plusSeconds(play.clock.now(), 900);
    expect(now.lock).toEqual({ suspended: true, lockedUntil, failedAttempts: 5 });
    expect(now.resets.map(({ id }) => id)).toEqual(ids.slice(0, 10));
    play.clock.advance(900);
    expect((await standing()).lock).toEqual(unlocked);
  });

  it('the state is shown also of a customer who is deleted or not regulated, and of no other', async () => {
    const { play, core } = await world();
    const standing = (id: string) => play.read(core.sca.standing, { customerId: id });
    const elsewhere = await payerOn(play);
    expect(valueOf(await standing(elsewhere.customerId))).toMatchObject({
      isRegulated: false,
      factors: [],
      resets: [],
    });
    const gone = valueOf(
      await play.run(core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Bob', region: 'FR' } as never),
    );
    valueOf(await play.run(core.customers.delete, { id: gone.id }));
    expect(valueOf(await standing(gone.id))).toMatchObject({ isRegulated: true });
    for (const unknown of ['nonsense', 'Customer:018bcfe5-6800-7000-8000-00000000abcd']) {
      expect(await standing(unknown)).toMatchObject({ ok: false, error: { code: 'USER_NOT_FOUND' } });
    }
  });
});
