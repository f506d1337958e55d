import { beforeEach, expect, it } from 'vitest';
import { plusSeconds } from '../kernel/index.js';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';

let play: PlayCore;
let inviterUma: string;
beforeEach(async () => {
  play = await playCore();
  valueOf(await play.run(play.core.platforms.updateConfig, { umaDomain: 'pay.example' }));
  const inviter = valueOf(await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', region: 'US' }));
  inviterUma = inviter.umaAddress;
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
