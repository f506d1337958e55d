import { expect, it } from 'vitest';
import { paste } from '../support/pasted-page.js';

it('the lines of the page about playing the sandbox, pasted into a shell, trigger events that a program receives, and fill a platform', async () => {
  const printed = await paste('guides/play-the-sandbox.md');
  expect(printed).toMatch(/^OUTGOING_PAYMENT\.COMPLETED after \S+ seconds:$/m);
  expect(printed).toMatch(/^CARD_TRANSACTION\.SETTLED after \S+ seconds:$/m);
  expect(printed).toMatch(/^OUTGOING_PAYMENT\.FAILED: QUOTE_EXECUTION_FAILED$/m);
  expect(printed).toMatch(/^CUSTOMER\.KYC_APPROVED \S+ (\S+) http:\/\/\S+\/console\/t\/\S+\/SANDBOX\/customers\/\1$/m);
  expect(printed).toMatch(/^received AGENT_ACTION\.PENDING_APPROVAL$/m);
  expect(printed).toMatch(/^day 3 of 3, until \S+: /m);
  expect(printed).toMatch(/^ {2}outgoing payments {2,}\d+ COMPLETED/m);
  expect(printed).toMatch(/^complete -F _corridor corridor$/m);
  expect(printed).toMatch(/^EXCEPTION\.RESOLVED +not by the API alone: /m);
}, 180_000);
