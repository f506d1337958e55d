import { ApiError } from '@corridor/client';
import { digits } from './acts.js';
import type { Ending, Scenes } from './scene.js';
import type { Stage } from './stage.js';

/** A name that does not resolve (RFC 6761), so nothing is sent anywhere. */
const nowhere = (): string => `https://scene-${digits(12)}.invalid/`;

/** With an endpoint the platform asks for a test webhook; without one it has one for a moment, which writes the event. */
async function testWebhook({ corridor, tell }: Stage): Promise<Ending> {
  const { id, webhookEndpoint } = await corridor.getPlatformConfig();
  const ending = { record: `${id}/SANDBOX` };
  if (webhookEndpoint !== undefined) {
    try {
      await corridor.sendTestWebhook();
      tell('send a test webhook to the endpoint of the platform');
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'WEBHOOK_DELIVERY_ERROR') throw error;
      tell('send a test webhook to the endpoint of the platform, which did not accept it');
    }
    return ending;
  }
  const endpoint = nowhere();
  await corridor.updatePlatformConfig({ body: { webhookEndpoint: endpoint } });
  tell(`set webhookEndpoint of the platform, for the scene: ${endpoint}`);
  // A person may have set another endpoint meanwhile.
  const now = await corridor.getPlatformConfig();
  if (now.webhookEndpoint === endpoint) await corridor.updatePlatformConfig({ body: { webhookEndpoint: null } });
  tell('unset webhookEndpoint again');
  return ending;
}

export const TEST_EVENT: Scenes<'TEST'> = {
  TEST: {
    plays: 'a test webhook; a platform without webhookEndpoint has one meanwhile',
    play: testWebhook,
  },
};
