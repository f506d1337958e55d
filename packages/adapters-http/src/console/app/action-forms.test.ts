import { expect, test } from 'vitest';
import { startConsole } from '../../testing/console.js';
import { allRoutes } from './pages.js';

const DISPUTES = 'is decided at the command line, where `corridor card disputes` lists the disputes';

/** Actions without a form of their own, and why. */
const WITHOUT_FORM: Readonly<Record<string, string>> = {
  'accounts.renew-all': 'is for the person who changes the connections of a host, at its command line',
  'disputes.credit': DISPUTES,
  'disputes.record': DISPUTES,
  'disputes.withdraw-credit': DISPUTES,
  'disputes.write-off': DISPUTES,
  'documents.reveal': 'is requested by the picture of a document',
  'ledger.rebuild-checkpoints': 'is for the person who repairs a database, at its command line',
  'rails.record-found': 'compares a file of a bank, which the command line reads',
  'uma.rotate-keys': 'is for the person who holds the master key, at its command line',
};

test('every action has a form in the console, or a reason to have none', async () => {
  const { play } = await startConsole();
  const actions = Object.keys(play.core.operators.actions.registry);
  const asked = new Set<string>(
    allRoutes.flatMap(({ role, takesForm }) => (takesForm && typeof role === 'object' ? [role.ofAction] : [])),
  );
  expect(actions.filter((action) => !asked.has(action)).sort()).toEqual(Object.keys(WITHOUT_FORM));
});
