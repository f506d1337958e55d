import { beforeEach, describe, expect, it } from 'vitest';
import { JOBS } from '../events/index.js';
import { err, plusSeconds, readAll, type Result, runUseCase, tenantKey } from '../kernel/index.js';
import { QUOTES } from '../quotes/index.js';
import { fixedClock, type FixedClock } from '../testing/ports.js';
import { lightningDirectory } from '../testing/lightning-directory.js';
import { codeOf, type PlayCore, valueOf } from '../testing/play-core.js';
import { playChain, playNetwork, umaHost } from '../testing/uma-hosts.js';
import type { NewInvitation } from './invitations.js';
import type { Invitation } from './records.js';

const OTHER = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as never, 'SANDBOX');
const LIVE = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as never, 'PRODUCTION');

const directory = lightningDirectory();
let clock: FixedClock;
let play: PlayCore;
let inviterUma = '';
let inviteeUma = '';
/** The receivers that were looked up. */
let lookedUp: string[];
let isAway: boolean;

beforeEach(async () => {
  clock = fixedClock();
  lookedUp = [];
  isAway = false;
  const host = await umaHost({
    domain: 'payer.example',
    clock,
    chain: playChain(),
    network: playNetwork(),
    lightningDirectory: directory(),
    hasChain: false,
    // The institution of the sandbox stands for that of the invitee.
    protocol: (usual) => ({
      fetchKeys: async () => ({ ok: true, value: { document: 'sandbox', expiresAt: null } }),
      async lookUp(request) {
        lookedUp.push(request.receiver);
        if (isAway) return err('LNURLP_REQUEST_FAILED', 'the institution is away');
        const usually = await usual.lookUp({ ...request, receiver: '$success.eur@sandbox.uma.money' });
        const { offer, signed } = valueOf(usually);
        return { ok: true, value: { offer: { ...offer, receiver: request.receiver }, signed } };
      },
    }),
  });
  play = host.play;
  valueOf(await play.run(play.core.platforms.updateConfig, { umaDomain: 'pay.example' }));
  inviterUma = host.customer.umaAddress;
  const dollars = await host.account('USD');
  valueOf(await play.run(play.core.sandbox.fund, { accountId: dollars.id, amount: 10_000n }));
  const { umaAddress } = valueOf(
    await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Grace', region: 'US' }),
  );
  inviteeUma = umaAddress;
});

const invitations = () => play.core.uma.invitations;
const invite = async (over: Partial<NewInvitation> = {}): Promise<Invitation> =>
  valueOf(await play.run(invitations().create, { inviterUma, ...over }));
const claim = (code: string, address = inviteeUma, tenant = play.tenant) =>
  runUseCase(play.storage.units, { ...play.context(), tenant }, invitations().claim, { code, inviteeUma: address });
const cancel = (code: string) => play.run(invitations().cancel, { code });
const now = async (code: string): Promise<Invitation> => valueOf(await play.read(invitations().get, { code }));
const fieldsOf = (result: Result<unknown>): readonly string[] =>
  result.ok ? [] : (result.error.details?.['errors'] as { readonly field: string }[]).map(({ field }) => field);
const jobs = async () =>
  (await play.storage.units.read(null, (reads) => readAll(reads, JOBS)))
    .filter(({ kind }) => kind.startsWith('uma.invit'))
    .map(({ kind, subject, dueAt }) => ({ kind, subject, dueAt }));
const quotes = () => play.storage.units.read(play.tenant, (reads) => readAll(reads, QUOTES));

describe('a claimed invitation', () => {
  it('names the invitee and the time, and reaches the inviting platform', async () => {
    const { code, id } = await invite();
    const claimed = valueOf(await claim(code, inviteeUma.toUpperCase()));
    expect(claimed).toMatchObject({
      id,
      status: 'CLAIMED',
      inviteeUma,
      claimedAt: play.context().now,
      quoteId: null,
    });
    expect(await now(code)).toEqual(claimed);
    await play.core.work.drain();
    expect(play.delivered.filter(({ type }) => type === 'INVITATION.CLAIMED')).toMatchObject([
      { resource: id, tenant: play.tenant, snapshot: { status: 'CLAIMED', inviteeUma } },
    ]);
    expect(await jobs()).toEqual([]);
    expect(await quotes()).toEqual([]);
    expect(lookedUp).toEqual([]);
  });

  it('can be claimed by a customer of another platform of the environment', async () => {
    const other = { ...play.context(), tenant: OTHER };
    valueOf(
      await runUseCase(play.storage.units, other, play.core.platforms.create, { name: 'Other', currencies: ['USD'] }),
    );
    const eve = valueOf(
      await runUseCase(play.storage.units, other, play.core.customers.create, {
        customerType: 'INDIVIDUAL',
        fullName: 'Eve',
        region: 'US',
      }),
    );
    const { code, id } = await invite();
    expect(codeOf(await claim(code, inviteeUma, OTHER))).toBe('USER_NOT_FOUND');
    expect(valueOf(await claim(code, eve.umaAddress, OTHER))).toMatchObject({
      tenant: play.tenant,
      inviteeUma: eve.umaAddress,
    });
    await play.core.work.drain();
    expect(play.delivered.filter(({ type }) => type === 'INVITATION.CLAIMED')).toMatchObject([
      { resource: id, tenant: play.tenant },
    ]);
  });

  it('cannot be claimed or cancelled again', async () => {
    const { code } = await invite();
    valueOf(await claim(code));
    expect([codeOf(await claim(code)), codeOf(await cancel(code))]).toEqual([
      'INVITATION_ALREADY_CLAIMED',
      'INVITATION_ALREADY_CLAIMED',
    ]);
  });

  it('is refused for an unknown code, another environment, text that is not an address, and the inviter', async () => {
    const { code } = await invite();
    expect(codeOf(await claim('2222222222222222'))).toBe('INVITATION_NOT_FOUND');
    expect(codeOf(await claim(code, inviteeUma, LIVE))).toBe('INVITATION_NOT_FOUND');
    expect(codeOf(await claim(code, 'grace'))).toBe('INVALID_UMA_ADDRESS');
    expect(codeOf(await claim(code, '$none@payer.example'))).toBe('USER_NOT_FOUND');
    expect(fieldsOf(await claim(code, inviterUma.toUpperCase()))).toEqual(['inviteeUma']);
    expect(await now(code)).toMatchObject({ status: 'PENDING', inviteeUma: null, claimedAt: null });
  });
});

describe('a claimed invitation with an amount', () => {
  it('opens a quote from the inviter to the invitee, which the platform has to execute', async () => {
    const { code, id, currency } = await invite({ amountToSend: 2_000n });
    expect(currency).toBe('USD');
    const { quoteId } = valueOf(await claim(code));
    expect(await jobs()).toEqual([{ kind: 'uma.invite', subject: id, dueAt: clock.now() }]);
    await play.core.work.drain();
    expect(lookedUp).toEqual([inviteeUma]);
    expect(await quotes()).toMatchObject([
      {
        id: quoteId,
        status: 'PENDING',
        totalSendingAmount: 2_000n,
        sendingCurrency: 'USD',
        destination: { destinationType: 'UMA_ADDRESS', umaAddress: inviteeUma, currency: 'EUR' },
      },
    ]);
    expect(await now(code)).toMatchObject({ status: 'CLAIMED', quoteId });
    expect(await jobs()).toEqual([]);
  });

  it('opens the quote once, even if its job runs again', async () => {
    const { code } = await invite({ amountToSend: 2_000n });
    valueOf(await claim(code));
    const [job] = await play.storage.units.read(null, async (reads) =>
      (await readAll(reads, JOBS)).filter(({ kind }) => kind === 'uma.invite'),
    );
    await play.core.work.drain();
    await play.storage.units.run(play.tenant, async (tx) => {
      tx.add(JOBS, { ...job!, id: `${job!.id}/again` as never });
      return { ok: true, value: undefined };
    });
    await play.core.work.drain();
    expect(await quotes()).toHaveLength(1);
    expect(lookedUp).toHaveLength(1);
    expect((await now(code)).quoteId).toBe((await quotes())[0]!.id);
    expect(await jobs()).toEqual([]);
  });

  it('asks an institution that is away five times, ten seconds apart, and then names no quote', async () => {
    isAway = true;
    const { code } = await invite({ amountToSend: 2_000n });
    const { quoteId } = valueOf(await claim(code));
    expect(quoteId).not.toBeNull();
    const times: number[] = [];
    const begun = clock.now();
    await play.core.work.drain();
    for (let asked = lookedUp.length; times.length < 60 && asked < 5;) {
      await play.pass(1);
      if (lookedUp.length > asked) times.push((clock.now() - begun) / 1_000);
      asked = lookedUp.length;
    }
    expect(times).toEqual([10, 20, 30, 40]);
    expect(await now(code)).toMatchObject({ status: 'CLAIMED', quoteId: null });
    expect(await jobs()).toEqual([]);
    await play.pass(60);
    expect(lookedUp).toHaveLength(5);
  });

  it('opens the quote when the institution is there again', async () => {
    isAway = true;
    const { code } = await invite({ amountToSend: 2_000n });
    const { quoteId } = valueOf(await claim(code));
    await play.core.work.drain();
    expect((await now(code)).quoteId).toBe(quoteId);
    isAway = false;
    await play.pass(10);
    expect((await quotes()).map(({ id }) => id)).toEqual([quoteId]);
  });
});

describe('an invitation that is cancelled', () => {
  it('ends, and can be neither claimed nor cancelled again', async () => {
    const { code } = await invite();
    expect(valueOf(await cancel(code))).toMatchObject({ status: 'CANCELLED' });
    expect([codeOf(await claim(code)), codeOf(await cancel(code))]).toEqual([
      'INVITATION_CANCELLED',
      'INVITATION_CANCELLED',
    ]);
  });

  it('belongs to the inviting platform', async () => {
    const { code } = await invite();
    const other = { ...play.context(), tenant: OTHER };
    const byOther = await runUseCase(play.storage.units, other, invitations().cancel, { code });
    expect(codeOf(byOther)).toBe('FORBIDDEN');
    expect(codeOf(await cancel('2222222222222222'))).toBe('INVITATION_NOT_FOUND');
    expect((await now(code)).status).toBe('PENDING');
  });
});

describe('an invitation with an end', () => {
  const SECONDS = 60;
  const ending = () => invite({ expiresAt: plusSeconds(play.context().now, SECONDS) });

  it('expires then by its job', async () => {
    const { code, id } = await ending();
    expect(await jobs()).toEqual([
      { kind: 'uma.invitation-expire', subject: id, dueAt: plusSeconds(clock.now() as never, SECONDS) },
    ]);
    await play.pass(SECONDS - 1);
    expect((await now(code)).status).toBe('PENDING');
    await play.pass(1);
    expect((await now(code)).status).toBe('EXPIRED');
    expect(await jobs()).toEqual([]);
    expect([fieldsOf(await claim(code)), fieldsOf(await cancel(code))]).toEqual([
      ['invitationCode'],
      ['invitationCode'],
    ]);
    expect(await invitations().read(code)).toMatchObject({ status: 'EXPIRED' });
  });

  it('can be claimed until then, and not by the clock afterwards', async () => {
    const [first, second] = [await ending(), await ending()];
    clock.advance(SECONDS - 1);
    expect(codeOf(await claim(first.code))).toBe('ok');
    clock.advance(1);
    expect([fieldsOf(await claim(second.code)), fieldsOf(await cancel(second.code))]).toEqual([
      ['invitationCode'],
      ['invitationCode'],
    ]);
    await play.core.work.drain();
    expect((await now(first.code)).status).toBe('CLAIMED');
    expect(await invitations().read(first.code)).toMatchObject({ status: 'CLAIMED' });
  });
});
