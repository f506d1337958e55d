import { beforeEach, describe, expect, it } from 'vitest';
import { houseTenant, type Id, splitTenant, tenantKey } from '../kernel/index.js';
import { addOperator, entriesOfTest } from '../testing/operators.js';
import { codeOf, playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import type { Caller, OperatorLogEntry, RecordLook } from './index.js';

const LOOK: RecordLook = { action: 'customers.look', subject: 'Customer:1', what: 'identity' };

let play: PlayCore;
let ann: Caller;
beforeEach(async () => {
  play = await playCore();
  ann = await addOperator(play.storage.units, 'Ann', 'VIEWER');
});

const look = (by: Caller, patch: Partial<RecordLook> = {}, tenant = play.tenant) =>
  play.core.operators.recordLook(by, tenant, { ...LOOK, ...patch });
const looks = async (): Promise<readonly OperatorLogEntry[]> =>
  (await entriesOfTest(play.storage.units)).filter(({ outcome }) => outcome === 'READ');

describe('a look at a record', () => {
  it('is in the log with the operator, the record and the part that was shown', async () => {
    valueOf(await look(ann));
    expect(await looks()).toMatchObject([
      { ...{ action: 'customers.look', subject: 'Customer:1', operatorName: 'Ann' }, input: { what: 'identity' } },
    ]);
    expect((await looks())[0]!.tenant).toBe(play.tenant);
  });

  it('is written once in ten minutes for an operator, a record, an action and a part', async () => {
    const bob = await addOperator(play.storage.units, 'Bob', 'VIEWER');
    valueOf(await look(ann));
    play.clock.advance(599);
    valueOf(await look(ann));
    expect(await looks()).toHaveLength(1);
    valueOf(await look(bob));
    valueOf(await look(ann, { subject: 'Customer:2' }));
    valueOf(await look(ann, { action: 'statements.look' }));
    valueOf(await look(ann, { what: 'accounts' }));
    expect(await looks()).toHaveLength(5);
    play.clock.advance(1);
    valueOf(await look(ann));
    valueOf(await look(ann));
    expect(await looks()).toHaveLength(6);
  });

  it('at a list over platforms is an entry of the service, also of an operator with a limit', async () => {
    const limited = await addOperator(play.storage.units, 'Lim', 'VIEWER', [splitTenant(play.tenant).platformId]);
    const list = { action: 'reviews.export', subject: '', what: 'owners as CSV' };
    for (const _time of [1, 2]) valueOf(await play.core.operators.recordLook(limited, null, list));
    expect(await looks()).toMatchObject([{ action: 'reviews.export', subject: '', tenant: houseTenant('PRODUCTION') }]);
  });

  it('is refused for an operator without access, and for a platform outside the limit', async () => {
    const own = splitTenant(play.tenant).platformId;
    const limited = await addOperator(play.storage.units, 'Lim', 'ADMIN', [own]);
    const other = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ee' as typeof own, 'SANDBOX');
    expect(codeOf(await look(limited, {}, other))).toBe('REFERENCE_NOT_FOUND');
    valueOf(await look(limited));
    const stranger = { ...ann, operatorId: 'Operator:018bcfe5-6800-7000-8000-0000000000ff' as Caller['operatorId'] };
    expect(codeOf(await look(stranger))).toBe('FORBIDDEN');
    expect(codeOf(await play.core.operators.recordLook(stranger, null, LOOK))).toBe('FORBIDDEN');
    expect(await looks()).toHaveLength(1);
  });
});

describe('a search for persons in a list of a platform', () => {
  const search = (by: Caller, tenant = play.tenant) =>
    play.core.operators.recordSearch(by, tenant, { action: 'customers.search', fields: { name: 'Ada Lovelace' } });

  it('is in the log with the masked text, each time', async () => {
    for (const _time of [1, 2]) valueOf(await search(ann));
    const entry = { action: 'customers.search', subject: splitTenant(play.tenant).platformId, tenant: play.tenant };
    expect(await looks()).toMatchObject([entry, entry]);
    expect((await looks()).map(({ input }) => input)).toEqual([{ name: 'A… L…' }, { name: 'A… L…' }]);
  });

  it('is refused for a platform outside the limit of the operator', async () => {
    const limited = await addOperator(play.storage.units, 'Lim', 'ADMIN', [splitTenant(play.tenant).platformId]);
    const other = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ee' as Id<'Platform'>, 'SANDBOX');
    expect(codeOf(await search(limited, other))).toBe('REFERENCE_NOT_FOUND');
    expect(await looks()).toEqual([]);
  });
});
