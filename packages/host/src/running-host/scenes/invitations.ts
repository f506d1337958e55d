import { createCustomer, digits } from './acts.js';
import type { Ending, Scenes, TypesOf } from './scene.js';
import type { Stage } from './stage.js';

/** A domain that no other platform has, for the time of the scene. */
const ownDomain = (): string => `scene-${digits(12)}.example`;

async function claim({ corridor, tell }: Stage, inviterUma: string, inviteeUma: string): Promise<Ending> {
  const { code } = await corridor.createInvitation({ body: { inviterUma } });
  tell('invite', code);
  await corridor.claimInvitation({ path: { invitationCode: code }, body: { inviteeUma } });
  tell(`claim the invitation for ${inviteeUma}`, code);
  return { record: code, field: 'code' };
}

/**
 * Invitations need a UMA domain. A platform without one gets one for three calls. Both customers exist before, so no
 * customer of the scene has an address there.
 */
async function claimInvitation(stage: Stage): Promise<Ending> {
  const { corridor, tell } = stage;
  const inviter = await createCustomer(stage, { fullName: 'Ada Lovelace' });
  const invitee = await createCustomer(stage, { fullName: 'Grace Hopper' });
  const { umaDomain } = await stage.config();
  if (umaDomain !== undefined) return claim(stage, inviter.umaAddress, invitee.umaAddress);
  const domain = ownDomain();
  await corridor.updatePlatformConfig({ body: { umaDomain: domain } });
  tell(`set umaDomain of the platform, for the scene: ${domain}`);
  try {
    return await claim(stage, inviter.umaAddress, invitee.umaAddress);
  } finally {
    // A person may have set another domain meanwhile.
    const now = await corridor.getPlatformConfig();
    if (now.umaDomain === domain) await corridor.updatePlatformConfig({ body: { umaDomain: null } });
    tell('unset umaDomain again');
  }
}

export const INVITATIONS: Scenes<TypesOf<'INVITATION'>> = {
  'INVITATION.CLAIMED': {
    plays: 'an invitation that another customer claims; a platform without umaDomain has one meanwhile',
    play: claimInvitation,
  },
};
