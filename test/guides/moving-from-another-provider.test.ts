import { expect, it } from 'vitest';
import { paste } from '../support/pasted-page.js';

const RUN_MS = 180_000;

it(
  'the lines of the guide about moving, pasted into a shell, move 200 customers, their accounts and their balances',
  async () => {
    const printed = await paste('guides/moving-from-another-provider.md');
    expect(printed).toMatch(
      /^COMPLETED: 198 of 200\nrow 7: INVALID_INPUT, .*postalCode\nrow 9: CONFLICT, platformCustomerId is taken .*\nCOMPLETED\nFAILED: 0 created, 200 refused\n200\nRadia Hopper\n0\n200 customers, 0 missing, 200 approved$/m,
    );
    expect(printed).toContain('\ncreated 200, known 200\ncreated 0, known 200\nevery balance is paid in\n');
    const begun = (inCorridor: number): string => `{ corridor: ${inCorridor}, 'the present provider': 20 }\n`;
    expect(printed).toContain(`\n${begun(20)}${begun(0)}20\n0 differences, 210600 cents in all\n`);
    expect(printed).toMatch(/ SANDBOX available 2,106\.00 USD$/m);
    expect(printed).toMatch(/^clean: checked /m);
    expect(printed).toMatch(/^the customer has accounts with available or held money; .*\n517\n$/m);
  },
  RUN_MS,
);
