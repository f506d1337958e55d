import { beforeEach, describe, expect, it } from 'vitest';
import { type BaseRecord, houseTenant, type KindOf, ok, readAll } from '../kernel/index.js';
import { type Caller, OPERATOR_LOG, OPERATORS } from '../operators/index.js';
import { TOKENS } from '../platforms/index.js';
import { ROOT } from '../testing/play-operators.js';
import { addOperator } from '../testing/operators.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { digest, reversingSealer, seededRandom } from '../testing/ports.js';
import { audit } from './index.js';

let play: PlayCore;
let ann: Caller;
let bob: Caller;
beforeEach(async () => {
  play = await playCore();
  ann = await addOperator(play.storage.units, 'Ann', 'ADMIN');
  bob = await addOperator(play.storage.units, 'Bob', 'VIEWER');
});

const findings = async (): Promise<readonly string[]> => {
  const { storage, clock } = play;
  const ports = { units: storage.units, clock, digest, random: seededRandom(), sealer: reversingSealer };
  return (await audit(ports)).findings;
};

/** Changes or removes records behind the service. */
async function alter<T extends BaseRecord>(kind: KindOf<T>, which: (record: T) => boolean, patch: Partial<T> | null) {
  const records = (await play.storage.units.read(null, (reads) => readAll(reads, kind))).filter(which);
  expect(records).not.toEqual([]);
  valueOf(
    await play.storage.units.run(null, async (tx) => {
      for (const record of records) {
        tx.remove(kind, record);
        if (patch !== null) tx.add(kind, { ...record, ...patch });
      }
      return ok();
    }),
  );
}
const has = (id: string) => (record: BaseRecord) => record.id === id;
const all = () => true;
const token = async () => (await play.storage.units.read(null, (reads) => readAll(reads, TOKENS)))[0]!;
const LAST = 'its last entry in the operator log says';
const NONE = 'and no entry of the operator log says so';

describe('the audit of access', () => {
  it('finds nothing after every change of an operator and of a token', async () => {
    const { operators, platforms } = play.core;
    const dee = await addOperator(play.storage.units, 'Dee', 'ADMIN');
    const house = houseTenant('PRODUCTION');
    const order = { tenant: house, action: 'operators.role', input: { id: bob.operatorId, role: 'OPERATOR' } } as const;
    const asked = valueOf(await operators.actions.request(ann, order));
    if (asked.kind !== 'awaiting') throw new Error(asked.kind);
    valueOf(await operators.actions.approve(dee, house, asked.awaiting));
    const end = { tenant: house, action: 'operators.disable', input: { id: bob.operatorId } } as const;
    valueOf(await operators.actions.request(ann, end));
    valueOf(await operators.invite({ name: 'Eve', role: 'OPERATOR' }, ROOT));
    valueOf(await operators.reset({ name: 'Eve' }, ROOT));
    valueOf(await operators.automate({ name: 'Bot', role: 'VIEWER' }, ROOT));
    valueOf(await operators.disable({ name: 'Bot' }, ROOT));
    const made = valueOf(await play.run(platforms.createToken, { name: 'reader', permissions: ['VIEW'] }));
    valueOf(await play.run(platforms.createToken, { name: 'payer', permissions: ['TRANSACT'] }));
    valueOf(await play.run(platforms.deleteToken, { id: made.token.id }));
    expect(await findings()).toEqual([]);
  });

  it('finds a raised role, and access that was given back', async () => {
    await alter(OPERATORS, has(bob.operatorId), { role: 'ADMIN' });
    expect(await findings()).toEqual([
      `the access of ${bob.operatorId} is ADMIN and ACTIVE, ${LAST} VIEWER and ACTIVE`,
    ]);
    await alter(OPERATORS, has(bob.operatorId), { role: 'VIEWER' });
    expect(await findings()).toEqual([]);
    valueOf(await play.core.operators.disable({ name: 'Bob' }, ROOT));
    await alter(OPERATORS, has(bob.operatorId), { status: 'ACTIVE' });
    expect(await findings()).toEqual([
      `the access of ${bob.operatorId} is VIEWER and ACTIVE, ${LAST} VIEWER and DISABLED`,
    ]);
  });

  it('finds an operator and a token that were added or removed behind the log', async () => {
    const { id, tenant } = await token();
    await alter(OPERATORS, has(bob.operatorId), null);
    await alter(TOKENS, all, { id: 'Token:other' as never, clientId: 'other' });
    expect(await findings()).toEqual([
      `the access of Token:other is VIEW, TRANSACT, MANAGE in ${tenant}, ${NONE}`,
      `${id} does not exist, ${LAST} VIEW, TRANSACT, MANAGE in ${tenant}`,
      `${bob.operatorId} does not exist, ${LAST} VIEWER and ACTIVE`,
    ]);
  });

  it('finds raised permissions of a token, another environment, and a token that was deleted before', async () => {
    const { token: made } = valueOf(
      await play.run(play.core.platforms.createToken, { name: 'reader', permissions: ['VIEW'] }),
    );
    const { id, tenant } = made;
    await alter(TOKENS, has(id), { permissions: ['VIEW', 'MANAGE'] });
    expect(await findings()).toEqual([`the access of ${id} is VIEW, MANAGE in ${tenant}, ${LAST} VIEW in ${tenant}`]);
    const elsewhere = tenant.replace('SANDBOX', 'PRODUCTION') as never;
    await alter(TOKENS, has(id), { permissions: ['VIEW'], tenant: elsewhere });
    expect(await findings()).toContain(`the access of ${id} is VIEW in ${elsewhere}, ${LAST} VIEW in ${tenant}`);
    await alter(TOKENS, has(id), { tenant });
    valueOf(await play.run(play.core.platforms.deleteToken, { id }));
    expect(await findings()).toEqual([]);
    await play.storage.units.run(null, async (tx) => ok(tx.add(TOKENS, made)));
    expect(await findings()).toEqual([`the access of ${id} is VIEW in ${tenant}, ${LAST} that it was deleted`]);
  });

  it('finds a log that was emptied, also before anything is sealed', async () => {
    await alter(OPERATOR_LOG, all, null);
    const { id, tenant } = await token();
    expect(await findings()).toEqual([
      `the access of ${ann.operatorId} is ADMIN and ACTIVE, ${NONE}`,
      `the access of ${bob.operatorId} is VIEWER and ACTIVE, ${NONE}`,
      `the access of ${id} is VIEW, TRANSACT, MANAGE in ${tenant}, ${NONE}`,
    ]);
  });

  it('is not misled by an action whose subject is the id of another token', async () => {
    const { id, tenant } = await token();
    const outcome = await play.core.operators.actions.request(ROOT, {
      tenant,
      action: 'tokens.create',
      input: { name: id, permissions: ['VIEW'] },
    });
    expect(outcome.ok).toBe(true);
    expect(await findings()).toEqual([]);
  });

  it('reads an entry about a token that was altered to anything', async () => {
    const { id, tenant } = await token();
    for (const after of [null, { permissions: 'all' }]) {
      await alter(OPERATOR_LOG, ({ subject }) => subject === id, { after });
      expect(await findings()).toEqual([
        `the access of ${id} is VIEW, TRANSACT, MANAGE in ${tenant}, ${LAST} nothing in ${tenant}`,
        `the credential of ${id} is not the one that its last entry in the operator log states`,
      ]);
    }
  });
});
