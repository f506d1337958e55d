import { expect, it } from 'vitest';
import { paste } from '../support/pasted-page.js';

const RUN_MS = 180_000;

it(
  'the lines of the guide about retries, pasted into a shell, pay once whatever is repeated, lost or killed',
  async () => {
    const printed = await paste('guides/idempotency-and-retries.md');
    const lines = printed.split('\n');
    expect(lines).toContain('both answers are equal, byte for byte');
    expect(printed).toMatch(/^idempotent-replayed: true\r?$/im);
    expect(lines).toContain('balance after the same request twice: 97500');
    expect(printed).toMatch(/^\{"status":409,"code":"CONFLICT","message":"Idempotency-Key was used for a different/m);
    expect(lines).toContain('balance after another body: 97500');
    expect(lines).toContain('another token, another transfer');
    expect(lines).toContain('balance after the other token: 95000');
    expect(printed).toContain('\nINVALID_AMOUNT\nPROCESSING\n');
    expect(lines).toContain('two at the same time, one transfer');
    expect(lines).toContain('one quote, one payment');
    expect(printed).toMatch(/^attempt 1 failed.*\nattempt 2 failed.*\nsent Transaction:.*\nthree attempts took 1500$/m);
    expect(printed).toMatch(/^the client sent Transaction:/m);
    expect(lines).toContain('unknown outcome, the key has 36 characters');
    expect(lines).toContain('the client took 1500');
    expect(printed).toContain('killed before the request\nkilled before the answer is stored\npaid\npaid\n');
    expect(printed).toMatch(/^four runs took 3300\n1$/m);
  },
  RUN_MS,
);
