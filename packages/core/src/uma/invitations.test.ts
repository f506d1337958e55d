import { beforeEach, describe, expect, it } from 'vitest';
import { plusSeconds, type Result, tenantKey } from '../kernel/index.js';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';

let play: PlayCore;
let inviterUma: string;
let inviterId: string;
beforeEach(async () => {
  play = await playCore();
  valueOf(await play.run(play.core.platforms.updateConfig, { umaDomain: 'pay.example' }));
  const inviter = valueOf(await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', region: 'US' }));
  inviterUma = inviter.umaAddress;
  inviterId = inviter.id;
});

it('is shown with the platform of the inviter', async () => {
  const { invitations } = play.core.uma;
  const invitation = valueOf(await play.run(invitations.create, { inviterUma }));
  expect(await invitations.read(invitation.code)).toMatchObject({
    invitation,
    status: 'PENDING',
    platform: { name: 'Play', umaDomain: 'pay.example' },
  });
  valueOf(await play.run(invitations.cancel, { code: invitation.code }));
  expect(await invitations.read(invitation.code)).toMatchObject({ status: 'CANCELLED' });
  expect(await invitations.read('2222222222222222')).toBeNull();
});

it('is shown as expired by the clock of the platform, before the job that expires it', async () => {
  const { invitations } = play.core.uma;
  const expiresAt = plusSeconds(play.context().now, 60);
  const { code } = valueOf(await play.run(invitations.create, { inviterUma, expiresAt }));
  play.clock.advance(59);
  expect(await invitations.read(code)).toMatchObject({ status: 'PENDING' });
  play.clock.advance(1);
  expect(await invitations.read(code)).toMatchObject({ status: 'EXPIRED', invitation: { status: 'PENDING' } });
});

describe('a new invitation', () => {
  const create = (over: object = {}) => play.run(play.core.uma.invitations.create, { inviterUma, ...over });
  const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code);
  const fieldsOf = (result: Result<unknown>): readonly string[] =>
    result.ok ? [] : (result.error.details?.['errors'] as { readonly field: string }[]).map(({ field }) => field);

  it('has a code of which no character can be guessed', async () => {
    const codes: string[] = [];
    for (let count = 0; count < 40; count += 1) codes.push(valueOf(await create()).code);
    const atEach = Array.from({ length: 16 }, (_, at) => new Set(codes.map((code) => code[at])).size);
    expect(Math.min(...atEach)).toBeGreaterThan(4);
  });

  it('is pending, without an end or an amount unless they are given', async () => {
    const { now } = play.context();
    const invitation = valueOf(await create({ inviterUma: inviterUma.toUpperCase() }));
    expect(invitation).toEqual({
      id: expect.stringMatching(/^Invitation:/) as string,
      tenant: play.tenant,
      version: 1,
      createdAt: now,
      updatedAt: now,
      status: 'PENDING',
      environment: 'SANDBOX',
      code: expect.stringMatching(/^[02-9a-hjkmnp-z]{16}$/) as string,
      inviterUma,
      inviterId,
      inviteeUma: null,
      firstName: null,
      amountToSend: null,
      currency: null,
      expiresAt: null,
      claimedAt: null,
      quoteId: null,
      quoteErrorCode: null,
      url: expect.stringMatching(new RegExp(`/${invitation.code}$`)) as string,
    });
    expect(await play.read(play.core.uma.invitations.get, { code: invitation.code })).toEqual({
      ok: true,
      value: invitation,
    });
    const expiresAt = plusSeconds(now, 1);
    const full = valueOf(await create({ firstName: 'x'.repeat(255), amountToSend: 500n, expiresAt }));
    expect(full).toMatchObject({ firstName: 'x'.repeat(255), amountToSend: 500n, currency: 'USD', expiresAt });
    expect(full.code).not.toBe(invitation.code);
  });

  it('is refused with every invalid field', async () => {
    const { now } = play.context();
    const unknown = '$none@pay.example';
    expect(fieldsOf(await create({ inviterUma: unknown, firstName: '', expiresAt: now }))).toEqual([
      'inviterUma',
      'firstName',
      'expiresAt',
    ]);
    expect(fieldsOf(await create({ firstName: 'x'.repeat(256) }))).toEqual(['firstName']);
    expect(codeOf(await create({ inviterUma: 'ada' }))).toBe('INVALID_UMA_ADDRESS');
  });

  it('is refused for a customer who was deleted, and without a domain of the platform', async () => {
    valueOf(await play.run(play.core.customers.delete, { id: inviterId }));
    expect(fieldsOf(await create())).toEqual(['inviterUma']);
    valueOf(await play.run(play.core.platforms.updateConfig, { umaDomain: null }));
    expect(codeOf(await create())).toBe('INVITATIONS_NOT_CONFIGURED');
  });

  it('is found in its environment only', async () => {
    const { code } = valueOf(await create());
    const live = {
      ...play.context(),
      tenant: tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, 'PRODUCTION'),
    };
    const get = (context: typeof live, wanted: string) =>
      play.storage.units.read(context.tenant, (reads) =>
        play.core.uma.invitations.get(reads, context, { code: wanted }),
      );
    expect(codeOf(await get(play.context(), code))).toBe('ok');
    expect(codeOf(await get(live, code))).toBe('INVITATION_NOT_FOUND');
    expect(codeOf(await get(play.context(), '2222222222222222'))).toBe('INVITATION_NOT_FOUND');
  });
});
