import type { Core } from '@corridor/core';
import { APP_CODE } from '../host.js';
import type { World } from '../world.js';
import type { Move } from './area.js';

const HOLDER = { name: 'holder', requestId: 'simulation', source: 'MASTER_KEY' } as const;
const ROLES = ['VIEWER', 'OPERATOR', 'APPROVER', 'ADMIN'] as const;

const CLIENT = { requestId: 'simulation', address: '203.0.113.7', browser: 'Firefox' } as const;
const PASSWORD = 'four unrelated purple boats';

/** The person opens the link and sets up a password with an authenticator app. */
async function enrol({ ask }: World, link: string, code: string): Promise<void> {
  const start = await ask(({ operators }) => operators.beginEnrolment(link, 'PASSWORD', CLIENT));
  if (start === null) return;
  const factor = { method: 'PASSWORD', setupId: start.setupId, password: PASSWORD, code } as const;
  await ask(({ operators }: Core) => operators.enrol(link, factor, CLIENT));
}

/** Operators come, lose their sign-in, and leave. */
export const SIGN_INS: readonly Move[] = [
  {
    name: 'sign-ins.add',
    weight: 2,
    async act({ ask }, draw) {
      const input = { name: `Operator ${draw.under(12)}`, role: draw.of(ROLES) };
      const isProgram = draw.once(2);
      await ask<unknown>(({ operators }) =>
        isProgram ? operators.automate(input, HOLDER) : operators.invite(input, HOLDER),
      );
    },
  },
  {
    name: 'sign-ins.end',
    weight: 2,
    async act({ ask }, draw) {
      const input = { name: `Operator ${draw.under(12)}` };
      const isLost = !draw.once(3);
      await ask<unknown>(({ operators }) =>
        isLost ? operators.reset(input, HOLDER) : operators.disable(input, HOLDER),
      );
    },
  },
  {
    name: 'sign-ins.enrol',
    weight: 2,
    async act(world, draw) {
      const name = `Operator ${draw.under(12)}`;
      const isNew = draw.once(2);
      const code = draw.of([APP_CODE, APP_CODE, APP_CODE, '654321']);
      const invited = await world.ask(({ operators }) =>
        isNew ? operators.invite({ name, role: draw.of(ROLES) }, HOLDER) : operators.reset({ name }, HOLDER),
      );
      if (invited !== null) await enrol(world, invited.link, code);
    },
  },
];
