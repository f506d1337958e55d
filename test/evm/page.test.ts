import { expect, it } from 'vitest';
import { describeWithAnvil } from '../../packages/adapters-rails/src/testing/describe-with-anvil.js';
import { paste } from '../support/pasted-page.js';

const RUN_MS = 180_000;

describeWithAnvil('the page about chains', () => {
  it(
    'has lines that, pasted into a shell, receive a token and pay it out',
    async () => {
      const printed = await paste('rails/evm.md');
      expect(printed).toMatch(/^1000000000000$/m);
      expect(printed).toMatch(/^250000000$/m);
      expect(printed).toContain('"status": "COMPLETED"');
      expect(printed).toMatch(/^0x1$/m);
      const [, chain, transaction] = /^(\d+) on the chain, (\d+) in the transaction$/m.exec(printed) ?? [];
      expect(Number(chain)).toBeGreaterThan(0);
      expect(chain).toBe(transaction);
    },
    RUN_MS,
  );
});
