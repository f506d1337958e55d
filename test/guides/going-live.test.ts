import { expect, it } from 'vitest';
import { hasPythonForScreening } from '../support/example-screening.js';
import { paste } from '../support/pasted-page.js';

/** The page runs some twenty commands, each a process of its own. */
const RUN_MS = 300_000;

it.skipIf(!hasPythonForScreening())(
  'the lines of the guide about going live, pasted into a shell, bring a platform to production and reconcile a payment',
  async () => {
    const printed = await paste('guides/going-live.md');
    expect(printed).toMatch(/^acme-id: reachable, last exchange /m);
    expect(printed).toMatch(/^acme-lists: reachable, last exchange /m);
    expect(printed).toMatch(/^no problems\nOperator:\S+ ann: ADMIN, ACTIVE$/m);
    expect(printed).toMatch(
      /^Request:\S+ tokens\.create of payouts, requested by ann .*\n {2}Create the API token payouts of the platform /m,
    );
    expect(printed).toMatch(/^the second operator must be another one\ntokens\.create of payouts is approved/m);
    const tokens = [...printed.matchAll(/^Token:\S+ \S+ ([A-Z,]+) \S+ (\w+)$/gm)].map(([, may, name]) => [name, may]);
    expect(Object.fromEntries(tokens)).toEqual({ payouts: 'TRANSACT', onboarding: 'MANAGE', reports: 'VIEW' });
    expect(printed).toMatch(
      /^UNAUTHORIZED\n.* requires the permission MANAGE; .*\npaths below \/sandbox are available in the sandbox only; .*\n10000\n/m,
    );
    expect(printed).toContain('\nmust be an https URL\nhttps://shop.example/webhooks\nwhsec_\n');
    expect(printed).toMatch(
      /^APPROVED\nthe limit holds\nTransaction:\S+\n400\nACCOUNT_CANNOT_RECEIVE\n400\nPROCESSING\nScreening:\S+ HELD Transaction:/m,
    );
    expect(printed).toMatch(
      /^match \S+ is OPEN: .* of Example sanctions: Viktor Petrov-Example, score \d+, the names/m,
    );
    expect(printed).toMatch(
      /^Screening:\S+ is CLEAR: what waited goes on, .*\nno hit waits for a decision\n300\nreconciled: 3 lines agree$/m,
    );
    expect(printed).toMatch(/ PRODUCTION clearing:express-bank -3\.00 USD$/m);
    expect(printed).toMatch(/^clean: checked /m);
    expect(printed).toMatch(
      /^problem {2}webhooks of Platform:\S+ PRODUCTION: https:\/\/shop\.example does not accept/m,
    );
    expect(printed.trim().split('\n').at(-1)).toBe('shop.example does not exist, so the doctor reports the webhooks');
  },
  RUN_MS,
);
