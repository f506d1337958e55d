import { describe, expect, it } from 'vitest';
import type { Caller } from '../operators/index.js';
import type { BlockedWorld, Starts } from '../testing/blocked/starts.js';
import { paymentsWorld } from '../testing/blocked/payments-world.js';
import { regulatedWorld } from '../testing/blocked/regulated-world.js';
import { stablecoinsWorld } from '../testing/blocked/stablecoins-world.js';
import { umaWorld } from '../testing/blocked/uma-world.js';
import { verificationWorld } from '../testing/blocked/verification-world.js';
import { walletsWorld } from '../testing/blocked/wallets-world.js';
import { addOperator } from '../testing/operators.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import type { OperatorActions } from './operator-actions.js';

const TEXTS = { reason: 'sanctions match', caseReference: 'CASE-77' };

type Subject = 'customers' | 'external-accounts' | 'platforms';

async function operatorsOf({ play: { core, tenant, storage } }: BlockedWorld) {
  const ann = await addOperator(storage.units, 'Ann', 'APPROVER');
  const bob = await addOperator(storage.units, 'Bob', 'APPROVER');
  const request = async (caller: Caller, action: keyof OperatorActions, input: object) =>
    valueOf(await core.operators.actions.request(caller, { tenant, action, input: input as never }));
  return {
    block: async (subject: Subject, ids: readonly string[], tellPlatform: boolean) => {
      for (const id of ids) await request(ann, `${subject}.block`, { id, ...TEXTS, tellPlatform });
    },
    unblock: async (subject: Subject, ids: readonly string[]) => {
      for (const id of ids) {
        const waiting = await request(ann, `${subject}.unblock`, { id, ...TEXTS });
        if (waiting.kind !== 'awaiting') throw new Error(waiting.kind);
        valueOf(await core.operators.actions.approve(bob, tenant, waiting.awaiting));
      }
    },
  };
}

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

describe.each(Object.entries(WORLDS))('operations of the world of %s', (_name, open) => {
  it('are accepted before a block and refused after it, and no balance changes', async () => {
    const world = await open();
    const { play, ofCustomer, ofPlatform, neutral = {}, ofPayee = {}, payee } = world;
    const everything = { ...ofPlatform, ...ofPayee, ...ofCustomer };
    expect(await codesOf(neutral)).toEqual(all(neutral, 'ok'));
    const { block, unblock } = await operatorsOf(world);
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
