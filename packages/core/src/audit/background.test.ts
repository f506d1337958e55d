import { beforeEach, describe, expect, it } from 'vitest';
import { AUDIT_RUNS, type AuditRun, BALANCES, POSTINGS } from '../ledger/index.js';
import { houseTenant, ok } from '../kernel/index.js';
import type { Caller } from '../operators/index.js';
import { addOperator } from '../testing/operators.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { payerOn } from '../testing/play-payer.js';

const HOUSE = houseTenant('PRODUCTION');

let play: PlayCore;
let ann: Caller;
beforeEach(async () => {
  play = await playCore();
  await payerOn(play);
  ann = await addOperator(play.storage.units, 'Ann', 'OPERATOR');
});

const request = (input: { readonly keptHead?: string } = {}) =>
  play.core.operators.actions.request(ann, { tenant: HOUSE, action: 'ledger.audit', input });

async function asked(input?: { readonly keptHead?: string }): Promise<AuditRun> {
  const outcome = valueOf(await request(input));
  if (outcome.kind !== 'done') throw new Error(outcome.kind);
  return outcome.output;
}

const runOf = async ({ id }: AuditRun): Promise<AuditRun> => valueOf(await play.core.ledger.audits.get(id));

/** Leaves a run as a host leaves it that was killed in between. */
const abandon = ({ id }: AuditRun) =>
  play.storage.units.run(HOUSE, async (tx) => {
    const before = (await tx.get(AUDIT_RUNS, id))!;
    tx.change(AUDIT_RUNS, before, { ...before, status: 'RUNNING', version: before.version + 1 });
    return ok();
  });

describe('an audit in the background', () => {
  it('waits for a host, names what it compared, and is in the log of operators', async () => {
    const run = await asked();
    expect(await runOf(run)).toMatchObject({ status: 'REQUESTED', requestedBy: expect.stringContaining('Ann') });
    expect(await play.core.work.runAudits()).toBe(1);
    const done = await runOf(run);
    expect(done).toMatchObject({ status: 'DONE', findings: [], findingCount: 0, checked: { entries: 1 } });
    expect(done.partsDone).toBe(done.parts);
    expect(done.reads).toBeGreaterThan(10);
    const log = valueOf(await play.core.operators.log({ action: 'ledger.audit' }));
    expect(log.data).toMatchObject([{ outcome: 'DONE', operatorName: 'Ann', after: { id: run.id } }]);
    expect(await play.core.work.runAudits()).toBe(0);
  });

  it('has the findings', async () => {
    await play.storage.units.run(play.tenant, async (tx) => {
      const [balance] = (await tx.list(BALANCES, { order: 'asc', limit: 1 })).rows;
      tx.increase(BALANCES, { id: balance!.id, by: { available: 5n } }, {} as never);
      return ok();
    });
    const run = await asked();
    await play.core.work.runAudits();
    const { findings, findingCount } = await runOf(run);
    expect(findings).toEqual((await play.core.ledger.audit()).findings);
    expect(findingCount).toBe(findings.length);
    expect(findingCount).toBeGreaterThan(0);
  });

  it('tests that a kept head is still part of the chain of seals', async () => {
    const { head } = await play.core.work.sealJournal();
    const first = await asked({ keptHead: head! });
    await play.core.work.runAudits();
    expect(await runOf(first)).toMatchObject({ findings: [], chain: { head } });
    const second = await asked({ keptHead: 'f'.repeat(64) });
    await play.core.work.runAudits();
    expect((await runOf(second)).findings).toEqual([expect.stringContaining('is not part of the seal chain')]);
  });

  it('is refused while another one has not ended', async () => {
    await asked();
    expect(await request()).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    await play.core.work.runAudits();
    expect((await request()).ok).toBe(true);
  });

  it('ends as interrupted if nothing was heard of its host for two minutes', async () => {
    const run = await asked();
    await abandon(run);
    play.clock.advance(119);
    expect(await play.core.work.runAudits()).toBe(0);
    expect((await runOf(run)).status).toBe('RUNNING');
    play.clock.advance(1);
    expect(await play.core.work.runAudits()).toBe(1);
    expect(await runOf(run)).toMatchObject({
      status: 'INTERRUPTED',
      reason: expect.stringContaining('not been heard'),
    });
  });

  it('ends as interrupted when its host stops', async () => {
    const run = await asked();
    let reads = 0;
    const { units } = play.storage;
    const other = await playCore(
      {
        storage: {
          ...play.storage,
          units: {
            run: (tenant, work, traffic) => units.run(tenant, work, traffic),
            removeExpired: (...args) => units.removeExpired(...args),
            read: (tenant, work) =>
              units.read(tenant, (given) =>
                work({
                  ...given,
                  follow: (kind, query) => {
                    if ((kind as unknown) === POSTINGS && (reads += 1) === 1) void other.core.work.stop();
                    return given.follow(kind, query);
                  },
                } as typeof given),
              ),
          },
        },
        clock: play.clock,
      },
      { existing: true },
    );
    expect(await other.core.work.runAudits()).toBe(1);
    expect(await runOf(run)).toMatchObject({ status: 'INTERRUPTED', reason: 'the host was stopped' });
  });

  it('is listed from the newest', async () => {
    const first = await asked();
    await play.core.work.runAudits();
    play.clock.advance(1);
    const second = await asked();
    const { data } = valueOf(await play.core.ledger.audits.list({ limit: 10 }));
    expect(data.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await play.core.ledger.audits.get('AuditRun:none')).toMatchObject({
      ok: false,
      error: { code: 'REFERENCE_NOT_FOUND' },
    });
  });
});
