import { beforeEach, expect, it } from 'vitest';
import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { CUSTOMERS } from '../customers/index.js';
import type { Caller } from '../operators/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { addOperator } from '../testing/operators.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';

let payer: PlayPayer;
let ann: Caller;
let bob: Caller;
let payeeId: string;
beforeEach(async () => {
  payer = await playPayer();
  ann = await addOperator(payer.play.storage.units, 'Ann', 'APPROVER');
  bob = await addOperator(payer.play.storage.units, 'Bob', 'APPROVER');
  payeeId = (await payer.external()).id;
});

const TEXTS = { reason: 'sanctions match', caseReference: 'CASE-77' };
const SUBJECTS = ['customers', 'external-accounts', 'platforms'] as const;
const act = async (of: (typeof SUBJECTS)[number], does: 'block' | 'unblock', fields: object): Promise<void> => {
  const { core, tenant } = payer.play;
  const id = of === 'customers' ? payer.customerId : payeeId;
  const input = { ...(of === 'platforms' ? {} : { id }), ...TEXTS, ...fields } as never;
  const done = valueOf(await core.operators.actions.request(ann, { tenant, action: `${of}.${does}`, input }));
  if (done.kind === 'awaiting') valueOf(await core.operators.actions.approve(bob, tenant, done.awaiting));
};
const records = () =>
  payer.play.storage.units.read(payer.play.tenant, async (reads) => {
    const accounts = await reads.list(INTERNAL_ACCOUNTS, { order: 'asc', limit: 20 });
    return [
      await reads.get(CUSTOMERS, payer.customerId),
      await reads.get(EXTERNAL_ACCOUNTS, payeeId),
      await reads.get(PLATFORMS, payer.play.tenant),
      ...accounts.rows,
    ].map((record) => record!);
  });
const times = async () => (await records()).map(({ id, updatedAt }) => [id, updatedAt]);
const versions = async () => (await records()).map(({ version }) => version).reduce((sum, each) => sum + each, 0);

it.each([true, false])('blocks and their ends leave the time of the last change as it was (told: %s)', async (told) => {
  const before = await times();
  for (const does of ['block', 'unblock'] as const) {
    const version = await versions();
    await payer.play.pass(60);
    for (const of of SUBJECTS) await act(of, does, does === 'block' ? { tellPlatform: told } : {});
    expect(await times()).toEqual(before);
    expect(await versions()).toBeGreaterThan(version + 2);
  }
});
