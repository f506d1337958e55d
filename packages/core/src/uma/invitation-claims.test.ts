import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JOBS } from '../events/index.js';
import { err, plusSeconds, readAll, type Result, runUseCase, tenantKey } from '../kernel/index.js';
import { QUOTES } from '../quotes/index.js';
import { fixedClock, type FixedClock } from '../testing/ports.js';
import { lightningDirectory } from '../testing/lightning-directory.js';
import { playBlocks } from '../testing/play-blocks.js';
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
  // The library of the protocol writes the time of the machine into its signatures.
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  lookedUp = [];
  isAway = false;
  const host = await umaHost({
    domain: 'payer.example',
    clock,
    chain: playChain(),
    network: playNetwork(),
    lightningDirectory: directory(),
    hasChain: false,
    protocol: (usual) => ({
      async lookUp(request) {
        lookedUp.push(request.receiver);
        return isAway ? err('LNURLP_REQUEST_FAILED', 'the institution is away') : usual.lookUp(request);
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

afterEach(() => vi.useRealTimers());

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

describe('an invitation that a blocked customer or platform claims', () => {
  it.each([
    ['customers', true],
    ['customers', false],
    ['platforms', true],
  ] as const)('stays open (%s, told: %s)', async (kind, told) => {
    // The inviting platform is another one, and is free.
    const { code: invitation } = await invite({ amountToSend: 500n });
    const there = { ...play.context(), tenant: OTHER };
    const { units } = play.storage;
    valueOf(await runUseCase(units, there, play.core.platforms.create, { name: 'Other', currencies: ['USD'] }));
    const other = { ...play, tenant: OTHER } as PlayCore;
    const created = { customerType: 'INDIVIDUAL', fullName: 'Grace', region: 'US' } as const;
    const invitee = valueOf(await runUseCase(units, there, play.core.customers.create, created));
    const blocks = await playBlocks(other);
    await blocks.block(kind, invitee.id, told);
    expect(codeOf(await claim(invitation, invitee.umaAddress, OTHER))).toBe('USER_NOT_READY');
    expect(await now(invitation)).toMatchObject({ status: 'PENDING', inviteeUma: null });
    expect(await quotes()).toEqual([]);
    await blocks.unblock(kind, invitee.id);
    expect((await claim(invitation, invitee.umaAddress, OTHER)).ok).toBe(true);
  });
});

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
  it('opens a quote from the inviter to the invitee in its unit, which the platform has to execute', async () => {
    const { code, currency } = await invite({ amountToSend: 2_000n });
    expect(currency).toBe('USD');
    const { quoteId, quoteErrorCode } = valueOf(await claim(code));
    expect(quoteErrorCode).toBeNull();
    expect(lookedUp).toEqual([inviteeUma]);
    expect(await quotes()).toMatchObject([
      {
        id: quoteId,
        status: 'PENDING',
        totalSendingAmount: 2_000n,
        sendingCurrency: 'USD',
        destination: { destinationType: 'UMA_ADDRESS', umaAddress: inviteeUma },
      },
    ]);
    expect(await now(code)).toMatchObject({ status: 'CLAIMED', quoteId });
    expect(await jobs()).toEqual([]);
  });

  it('asks the institution of the invitee only if it can succeed', async () => {
    const { code } = await invite({ amountToSend: 2_000n });
    expect(codeOf(await claim(code, '$none@payer.example'))).toBe('USER_NOT_FOUND');
    expect(fieldsOf(await claim(code, inviterUma))).toEqual(['inviteeUma']);
    expect(lookedUp).toEqual([]);
    valueOf(await claim(code));
    expect(codeOf(await claim(code))).toBe('INVITATION_ALREADY_CLAIMED');
    expect(lookedUp).toEqual([inviteeUma]);
    expect(await quotes()).toHaveLength(1);
  });

  it('says why there is no quote, also to the inviting platform, and names none', async () => {
    isAway = true;
    const { code, id } = await invite({ amountToSend: 2_000n });
    const told = { status: 'CLAIMED', inviteeUma, quoteId: null, quoteErrorCode: 'LNURLP_REQUEST_FAILED' };
    expect(valueOf(await claim(code))).toMatchObject(told);
    expect(await now(code)).toMatchObject(told);
    expect(await quotes()).toEqual([]);
    await play.core.work.drain();
    expect(play.delivered.filter(({ type }) => type === 'INVITATION.CLAIMED')).toMatchObject([
      { resource: id, snapshot: told },
    ]);
    expect(await jobs()).toEqual([]);
  });

  it('says so if the records have changed since the institution agreed', async () => {
    const { code } = await invite({ amountToSend: 2_000n });
    const { prepare, finish } = invitations().claim;
    const prepared = valueOf(await prepare(play.context(), { code, inviteeUma }));
    clock.advance(601);
    const claimed = valueOf(await play.storage.units.run(play.tenant, (tx) => finish(tx, play.context(), prepared)));
    expect(claimed).toMatchObject({ status: 'CLAIMED', quoteId: null, quoteErrorCode: 'LOOKUP_REQUEST_NOT_FOUND' });
    expect(await quotes()).toEqual([]);
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
