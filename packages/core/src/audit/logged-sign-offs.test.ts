import { beforeEach, describe, expect, it } from 'vitest';
import { type BaseRecord, houseTenant, type KindOf, ok, readAll } from '../kernel/index.js';
import { type Caller, OPERATOR_LOG } from '../operators/index.js';
import { safeguardingDigest, SAFEGUARDING_REPORTS, type SafeguardingReport } from '../safeguarding/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { addOperator } from '../testing/operators.js';
import { type PlayCore, valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';
import { digest } from '../testing/ports.js';

const HOUSE = houseTenant('SANDBOX');

let play: PlayCore;
let ann: Caller;
beforeEach(async () => {
  const options = {
    ...DEFAULT_OPTIONS,
    ...{ cursorKey: new Uint8Array(32).fill(1), publicAuthority: 'localhost:8080' },
    safeguardingAccounts: [{ environment: 'SANDBOX' as const, rail: 'sandbox-bank' }],
  };
  ({ play } = await playPayer({ options }));
  ann = await addOperator(play.storage.units, 'Ann', 'OPERATOR');
  // The payer got its money today, which the report of the next midnight has.
  play.clock.advance(86_400);
  expect(await play.core.work.reportSafeguarding()).toBe(1);
});

const stored = async (): Promise<SafeguardingReport> =>
  (await play.storage.units.read(null, (reads) => readAll(reads, SAFEGUARDING_REPORTS)))[0]!;
const findings = async () => (await play.core.ledger.audit()).findings;

async function signOff(): Promise<SafeguardingReport> {
  const input = { id: (await stored()).id, statement: 'agrees with the bank' };
  const request = { tenant: HOUSE, action: 'safeguarding.sign-off', input } as never;
  expect(valueOf(await play.core.operators.actions.request(ann, request)).kind).toBe('done');
  return stored();
}

/** Changes or removes records behind the service. */
async function alter<T extends BaseRecord>(kind: KindOf<T>, which: (record: T) => boolean, patch: object | null) {
  const { units } = play.storage;
  const records = (await units.read(null, (reads) => readAll(reads, kind))).filter(which);
  expect(records).not.toEqual([]);
  valueOf(
    await units.run(HOUSE, async (tx) => {
      for (const record of records) {
        tx.remove(kind, record);
        if (patch !== null) tx.add(kind, { ...record, ...patch });
      }
      return ok();
    }),
  );
}
const all = () => true;
const isSignOff = ({ action }: { readonly action: string }): boolean => action === 'safeguarding.sign-off';

/** The figures of a report with another amount that is safeguarded, in which the sums agree with the lines. */
const lessSafe = ({ figures }: SafeguardingReport): SafeguardingReport['figures'] =>
  figures.map((each) => ({
    ...each,
    ...{ safeguarded: each.safeguarded + 1n, other: each.other + 1n, excess: each.excess + 1n },
    lines: [
      ...each.lines.map((line) => (line.safeguards ? { ...line, balance: line.balance - 1n } : line)),
      { account: 'fx', standing: 'NEITHER' as const, safeguards: false, balance: 1n },
    ],
  }));

describe('the audit compares safeguarding reports with the operator log', () => {
  it('and finds nothing before and after the sign-off', async () => {
    expect(await findings()).toEqual([]);
    expect((await signOff()).figures).toMatchObject([{ currency: 'USD', safeguarded: 1_000_000n }]);
    expect(await findings()).toEqual([]);
  });

  it.each<[string, (report: SafeguardingReport) => object]>([
    ['a sum', ({ figures: [first] }) => ({ figures: [{ ...first!, shortfall: 5n }] })],
    ['a balance', (report) => ({ figures: lessSafe(report) })],
    ['the figures', () => ({ figures: 7 })],
    ['the rails', () => ({ rails: [] })],
  ])('and finds a report in which %s was changed', async (_, change) => {
    const { id } = await signOff();
    await alter(SAFEGUARDING_REPORTS, all, change(await stored()));
    expect(await findings()).toEqual([
      `${id} was changed after it was computed: its day, sums and balances do not have its digest`,
    ]);
  });

  it('and finds figures that were changed with their digest', async () => {
    const report = await signOff();
    const figures = lessSafe(report);
    const changed = { ...report, figures, digest: safeguardingDigest(digest, { ...report, figures }) };
    await alter(SAFEGUARDING_REPORTS, all, changed);
    expect(await findings()).toEqual([`${report.id} differs from the operator log in digest`]);
  });

  it.each<[keyof SafeguardingReport, unknown]>([
    ['statement', 'differs from the bank'],
    ['signedOffBy', 'Eve'],
    ['signedOffAt', 1],
    ['tenant', houseTenant('PRODUCTION')],
  ])('and finds another %s', async (field, value) => {
    const { id } = await signOff();
    await alter(SAFEGUARDING_REPORTS, all, { [field]: value });
    expect(await findings()).toEqual([`${id} differs from the operator log in ${field}`]);
  });

  it('and finds a sign-off that was taken back', async () => {
    const { id } = await signOff();
    await alter(SAFEGUARDING_REPORTS, all, { signedOffBy: null, signedOffAt: null, statement: null });
    expect(await findings()).toEqual([`${id} differs from the operator log in statement, signedOffBy, signedOffAt`]);
  });

  it('and finds a sign-off without an entry', async () => {
    const { id } = await stored();
    await alter(SAFEGUARDING_REPORTS, all, { signedOffBy: 'Eve', signedOffAt: play.clock.now(), statement: 's' });
    expect(await findings()).toEqual([`${id} is signed off by Eve, and no entry of the operator log says so`]);
  });

  it('and finds a signed report that was deleted, and one that was signed off again', async () => {
    const report = await signOff();
    await alter(SAFEGUARDING_REPORTS, all, { signedOffBy: null, signedOffAt: null, statement: null });
    await signOff();
    expect(await findings()).toEqual([
      expect.stringMatching(`^OperatorLog:\\S+ signs ${report.id} off, which OperatorLog:\\S+ has signed off before$`),
    ]);
    await alter(SAFEGUARDING_REPORTS, all, null);
    const missing = expect.stringMatching(
      `^OperatorLog:\\S+ says that ${report.id} was signed off, but the report is missing$`,
    );
    expect(await findings()).toEqual([missing, missing]);
  });

  it('and finds a report whose entry was deleted', async () => {
    const { id, signedOffBy } = await signOff();
    await alter(OPERATOR_LOG, isSignOff, null);
    expect(await findings()).toEqual([
      `${id} is signed off by ${signedOffBy}, and no entry of the operator log says so`,
    ]);
  });
});
