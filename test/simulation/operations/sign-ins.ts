import type { Move } from './area.js';

const HOLDER = { name: 'holder', requestId: 'simulation', source: 'MASTER_KEY' } as const;
const ROLES = ['VIEWER', 'OPERATOR', 'APPROVER', 'ADMIN'] as const;

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
];
