import { beforeEach, describe, expect, it } from 'vitest';
import { houseTenant, type Id, instant, newRecord, ok, type UnitOfWork } from '../kernel/index.js';
import { AUDIT_RUNS, AUDITS_TENANT, type AuditRun } from '../ledger/index.js';
import { addOperator } from '../testing/operators.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { UMA_KEYS } from '../uma/index.js';
import { VERIFICATIONS, type Verification } from '../verification/index.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let payer: PlayPayer;
let units: UnitOfWork;
beforeEach(async () => {
  payer = await playPayer();
  ({ units } = payer.play.storage);
});

const now = () => payer.play.clock.now();
const upkeep = () => payer.play.core.figures.upkeep();
const fund = async () =>
  valueOf(await payer.play.run(payer.play.core.sandbox.fund, { accountId: payer.usd.id, amount: 1n }));
const seal = async () => {
  while ((await payer.play.core.work.sealJournal()).isBehind);
};

describe('how far the seal chain is behind', () => {
  it('counts from the first row while there is no seal', async () => {
    await fund();
    payer.play.clock.advance(7_200);
    const { seal: found } = await upkeep();
    expect(found.sealedAt).toBeNull();
    expect(found.lagMs).toBeGreaterThanOrEqual(2 * HOUR_MS);
  });

  it('counts from the newest seal while a row waits, and is 0 when all are sealed', async () => {
    await fund();
    await seal();
    const sealedAt = now();
    payer.play.clock.advance(3_600);
    expect((await upkeep()).seal).toEqual({ sealedAt, lagMs: 0 });
    await fund();
    expect((await upkeep()).seal).toEqual({ sealedAt, lagMs: HOUR_MS });
    await seal();
    expect((await upkeep()).seal).toEqual({ sealedAt: now(), lagMs: 0 });
  });
});

describe('what waits for a person', () => {
  it('is counted for each environment, with the time of the oldest', async () => {
    const { tenant } = payer.play;
    const since = instant(now());
    const verification = (id: string, status: Verification['verificationStatus']): Verification =>
      ({
        ...newRecord(`Verification:${id}` as never, { tenant, now: instant(now()) }),
        customerId: `Customer:${id}`,
        verificationStatus: status,
        errors: [],
        provider: 'test',
        isChange: false,
        proposal: null,
        sealedNumber: null,
        link: null,
        renews: null,
      }) as never;
    const add = async (record: Verification) =>
      valueOf(await units.run(tenant, async (tx) => ok(tx.add(VERIFICATIONS, record))));
    await add(verification('018bcfe5-6800-7000-8000-000000000001', 'PENDING_MANUAL_REVIEW'));
    payer.play.clock.advance(60);
    await add(verification('018bcfe5-6800-7000-8000-000000000002', 'PENDING_MANUAL_REVIEW'));
    await add(verification('018bcfe5-6800-7000-8000-000000000003', 'APPROVED'));
    expect((await upkeep()).reviews).toEqual([
      { environment: 'SANDBOX', count: 2, oldestAt: since },
      { environment: 'PRODUCTION', count: 0, oldestAt: null },
    ]);
  });

  it('does not include a verification of a deleted customer, which no reviewer can decide', async () => {
    const { play } = payer;
    const { id } = valueOf(await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada' }));
    const open = {
      ...{ customerId: id, verificationStatus: 'PENDING_MANUAL_REVIEW', errors: [], provider: 'test' },
      ...{ isChange: true, proposal: null, sealedNumber: null, link: null, renews: null },
      ...newRecord('Verification:018bcfe5-6800-7000-8000-000000000004' as never, play.context()),
    };
    valueOf(await units.run(play.tenant, async (tx) => ok(tx.add(VERIFICATIONS, open as never))));
    expect((await upkeep()).reviews[0]).toMatchObject({ count: 1 });
    valueOf(await play.run(play.core.customers.delete, { id }));
    expect((await upkeep()).reviews[0]).toMatchObject({ count: 0, oldestAt: null });
  });

  it('is an action until a second operator approves it or a day has passed', async () => {
    const { actions } = payer.play.core.operators;
    const root = await addOperator(units, 'Root', 'ADMIN');
    const ann = await addOperator(units, 'Ann', 'ADMIN');
    const request = async (role: 'VIEWER' | 'OPERATOR') => {
      const action = { tenant: houseTenant('PRODUCTION'), action: 'operators.role' } as const;
      const asked = valueOf(await actions.request(root, { ...action, input: { id: root.operatorId, role } }));
      if (asked.kind !== 'awaiting') throw new Error(asked.kind);
      return asked.awaiting;
    };
    const since = now();
    const first = await request('VIEWER');
    payer.play.clock.advance(60);
    await request('OPERATOR');
    const nothing = { environment: 'SANDBOX', count: 0, oldestAt: null };
    expect((await upkeep()).approvals).toEqual([nothing, { environment: 'PRODUCTION', count: 2, oldestAt: since }]);
    const { requestId, digest } = first;
    valueOf(await actions.decline(ann, houseTenant('PRODUCTION'), { requestId, digest }));
    const second = { environment: 'PRODUCTION', count: 1, oldestAt: since + 60_000 };
    expect((await upkeep()).approvals).toEqual([nothing, second]);
    payer.play.clock.advance(86_400);
    expect((await upkeep()).approvals[1]).toEqual({ environment: 'PRODUCTION', count: 0, oldestAt: null });
  });
});

describe('the last audit', () => {
  it('is the newest one that ended, with the number of its findings', async () => {
    expect((await upkeep()).lastAudit).toBeNull();
    const add = async (number: number, run: Pick<AuditRun, 'status' | 'endedAt' | 'findingCount'>) => {
      const id = `AuditRun:018bcfe5-6800-7000-8000-00000000000${number}` as Id<'AuditRun'>;
      const record = {
        ...{ requestedBy: 'Ann', keptHead: null, startedAt: null, heardAt: instant(now()), part: null, partsDone: 0 },
        ...{ parts: 0, reads: 0, findings: [], checked: null, chain: null, reason: null },
        ...run,
        ...newRecord(id, { tenant: AUDITS_TENANT, now: instant(now()) }),
      };
      valueOf(await units.run(AUDITS_TENANT, async (tx) => ok(tx.add(AUDIT_RUNS, record as AuditRun))));
      payer.play.clock.advance(60);
    };
    await add(1, { status: 'DONE', endedAt: instant(1), findingCount: 9 });
    await add(2, { status: 'DONE', endedAt: instant(2), findingCount: 4 });
    await add(3, { status: 'INTERRUPTED', endedAt: instant(3), findingCount: 0 });
    await add(4, { status: 'RUNNING', endedAt: null, findingCount: 0 });
    expect((await upkeep()).lastAudit).toEqual({ endedAt: 2, findings: 4 });
  });
});

describe('the end of UMA certificates', () => {
  it('is that of the newest of each domain, and one that ended 30 days ago does not count any more', async () => {
    const add = async (domain: string, number: number, expiresAt: number) => {
      const record = {
        ...{ domain, activeFrom: instant(1), expiresAt: instant(expiresAt) },
        ...{ signingCertificates: 'a', sealedSigningKey: 'b', encryptionCertificates: 'c', sealedEncryptionKey: 'd' },
        ...newRecord(`${domain}/${number}`, { tenant: 'host' as never, now: instant(now()) }),
      };
      valueOf(await units.run(null, async (tx) => ok(tx.add(UMA_KEYS, record))));
    };
    expect((await upkeep()).umaCertificatesEnd).toBeNull();
    await add('renewed.example', 1, now() + 1);
    await add('renewed.example', 2, now() + 3 * HOUR_MS);
    await add('used.example', 1, now() + 2 * HOUR_MS);
    await add('left.example', 1, now() - 30 * DAY_MS);
    expect((await upkeep()).umaCertificatesEnd).toBe(now() + 2 * HOUR_MS);
    await add('ended.example', 1, now() - 30 * DAY_MS + 1);
    expect((await upkeep()).umaCertificatesEnd).toBe(now() - 30 * DAY_MS + 1);
  });
});
