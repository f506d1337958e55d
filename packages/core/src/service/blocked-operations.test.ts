import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Starts } from '../testing/blocked/starts.js';
import { paymentsWorld } from '../testing/blocked/payments-world.js';
import { regulatedWorld } from '../testing/blocked/regulated-world.js';
import { stablecoinsWorld } from '../testing/blocked/stablecoins-world.js';
import { umaWorld } from '../testing/blocked/uma-world.js';
import { verificationWorld } from '../testing/blocked/verification-world.js';
import { walletsWorld } from '../testing/blocked/wallets-world.js';
import { blocking, type Subject } from '../testing/blocked/blocking.js';
import { codeOf } from '../testing/play-core.js';
import { BLOCKED_OPERATIONS } from './blocked-operations.js';
import type { Treatment } from './refuse-blocked.js';

async function codesOf(starts: Starts): Promise<Readonly<Record<string, string>>> {
  const codes: Record<string, string> = {};
  for (const [name, start] of Object.entries(starts)) codes[name] = codeOf(await start());
  return codes;
}

const all = (starts: Starts, code: string) => Object.fromEntries(Object.keys(starts).map((name) => [name, code]));

const WORLDS = {
  payments: paymentsWorld,
  regulated: regulatedWorld,
  wallets: walletsWorld,
  stablecoins: stablecoinsWorld,
  verification: verificationWorld,
  uma: umaWorld,
};

afterEach(() => vi.useRealTimers());

describe.each(Object.entries(WORLDS))('operations of the world of %s', (_name, open) => {
  it('are accepted before a block and refused after it, and no balance changes', async () => {
    const world = await open();
    const { play, ofCustomer, ofPlatform, neutral = {}, ofPayee = {}, payee } = world;
    const everything = { ...ofPlatform, ...ofPayee, ...ofCustomer };
    expect(await codesOf(neutral)).toEqual(all(neutral, 'ok'));
    const { block, unblock } = await blocking(play);
    expect(await codesOf(everything)).toEqual(all(everything, 'ok'));
    const positions = await play.core.ledger.positions();

    const blocks: readonly (readonly [Subject, readonly string[], Starts])[] = [
      ['customers', world.customers, ofCustomer],
      ['external-accounts', payee === undefined ? [] : [payee], ofPayee],
      ['platforms', [play.tenant], everything],
    ];
    for (const [subject, ids, starts] of blocks) {
      for (const [tellPlatform, code] of [[true, 'USER_BLOCKED'] as const, [false, 'USER_NOT_READY'] as const]) {
        if (ids.length === 0) continue;
        await block(subject, ids, tellPlatform);
        // Settings of a platform are read again after a second.
        play.clock.advance(1);
        expect([subject, await codesOf(starts)]).toEqual([subject, all(starts, code)]);
        if (subject !== 'external-accounts') expect(await codesOf(neutral)).toEqual(all(neutral, 'USER_NOT_READY'));
        await unblock(subject, ids);
      }
    }
    expect(await play.core.ledger.positions()).toEqual(positions);
    expect((await play.core.ledger.audit()).findings).toEqual([]);
  });
});

/** The names of the lines of a table with one of these treatments. */
const linesOf = (table: object, treatments: readonly Treatment[], path = ''): readonly string[] =>
  Object.entries(table).flatMap(([name, line]: [string, Treatment | object]) => {
    if (typeof line === 'object') return linesOf(line, treatments, `${path}${name}.`);
    return treatments.includes(line) ? [path + name] : [];
  });

it('each operation that is refused is started by a test', async () => {
  const started = new Set<string>();
  for (const open of Object.values(WORLDS)) {
    const { ofCustomer, ofPlatform, neutral, ofPayee } = await open();
    for (const name of Object.keys({ ...ofCustomer, ...ofPlatform, ...neutral, ...ofPayee }))
      started.add(/^[\w.]+/.exec(name)![0]);
  }
  // An authorization of a card is declined, which is not a refusal of the request (blocked-parties.test.ts).
  const refused = linesOf(BLOCKED_OPERATIONS, ['refused', 'refused neutrally', 'checked']);
  expect([...started].toSorted()).toEqual(
    refused.filter((name) => !name.startsWith('cards.network.') && !name.startsWith('cards.simulate.')).toSorted(),
  );
});
