import type { WebhookEventType } from '@corridor/client';
import { expect, it, describe } from 'vitest';
import { SCENES } from '../../packages/host/src/scenes/index.js';
import { playScene } from '../../packages/host/src/scenes/play.js';
import { stageOf } from '../../packages/host/src/scenes/stage.js';
import { BOOTSTRAP } from '../support/host.js';
import { useHost } from '../support/use-host.js';

describe('scenes', () => {
  const used = useHost('sqlite', { webhooks: false });
  const types = Object.keys(SCENES) as WebhookEventType[];
  it.each(types)(
    '%s',
    async (type) => {
      const scene = SCENES[type];
      if (!('play' in scene)) return;
      const steps: string[] = [];
      const stage = stageOf({ baseUrl: used.host.baseUrl, ...BOOTSTRAP }, (s, id) => steps.push(`${s} ${id ?? ''}`));
      for (let i = 0; i < 2; i++) {
        let r;
        try {
          r = await playScene(stage, type, scene.play, 5000);
        } catch (e) {
          throw new Error(steps.join('\n') + '\n' + (e as Error).message + JSON.stringify((e as any).details ?? ''));
        }
        expect(r.event, steps.join('\n')).not.toBeNull();
        expect(r.event!.type).toBe(type);
      }
    },
    30000,
  );
});
