import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instant, runUseCase } from '@corridor/core';
import { OPERATOR_LOG } from '@corridor/core/records';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { partyNamed, playHit } from '../../../core/src/testing/play-hit.js';
import { sealerAtHand } from '../keys/sealer-at-hand.js';
import { createProcessContext } from '../kernel/process-context.js';
import { startHost, withCore } from '../serving/host.js';
import { readConfiguration } from '../settings/configuration.js';
import { operatorFile } from '../testing/operator-file.js';
import { runCommand } from './command-line.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-screening-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SETTINGS = { CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: folder, CORRIDOR_LOG_LEVEL: 'silent' };
const OUTSIDE = createProcessContext({ out: { write: () => true }, err: { write: () => true } });

async function corridor(...args: readonly string[]) {
  let out = '';
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (out += text) } };
  return { code: await runCommand(args, SETTINGS, output), out };
}

const CONFIGURATION = readConfiguration(SETTINGS);
const withUnits = <T>(work: (core: Parameters<Parameters<typeof withCore>[2]>[0]) => Promise<T>): Promise<T> =>
  withCore(CONFIGURATION, OUTSIDE, work);

let customer: string;
let platform: string;
let [held, other] = ['', ''];
let ann: readonly string[];
let bob: readonly string[];
let admin: readonly string[];
beforeAll(async () => {
  await (await startHost(readConfiguration(SETTINGS), OUTSIDE)).stop();
  await withUnits(async (core) => {
    const [first] = await core.platforms.listTenants();
    platform = first!.platformId;
    const context = () => core.context(first!.id, { kind: 'system' }, 'test');
    const person = { customerType: 'INDIVIDUAL', region: 'US', currencies: ['USD'], fullName: 'Ada Lovelace' } as const;
    const created = await runUseCase(core.units, context(), core.customers.create, person as never);
    if (!created.ok) throw new Error(JSON.stringify(created.error));
    customer = created.value.id;
    const clock = { now: () => instant(Date.now()) };
    const play = { storage: { units: core.units }, tenant: first!.id, clock, context } as never;
    const sealer = (await sealerAtHand(CONFIGURATION, core.units)).sealer!;
    const [ada, king] = [partyNamed(customer, 'Ada'), partyNamed(customer, 'Ada King')];
    held = (await playHit(play, { parties: [ada], matches: [{}], sealer })).id;
    other = (await playHit(play, { parties: [king], matches: [{ entry: 'SDN-2' }], sealer })).id;
    const credential = async (name: string, role: 'OPERATOR' | 'APPROVER' | 'ADMIN') => [
      '--operator',
      await operatorFile(core.units, join(folder, name), name, role),
    ];
    ann = await credential('Ann', 'OPERATOR');
    bob = await credential('Bob', 'APPROVER');
    admin = await credential('Root', 'ADMIN');
  });
});

test('hits are listed and shown, and the look at one is logged', async () => {
  const listed = await corridor('screening', 'list');
  for (const id of [held, other]) expect(listed.out).toContain(id);
  const json = JSON.parse((await corridor('screening', 'list', '--platform', platform, '--json')).out) as readonly {
    readonly id: string;
    readonly status: string;
  }[];
  expect(json.map(({ id, status }) => [id, status])).toEqual([
    [other, 'HELD'],
    [held, 'HELD'],
  ]);
  expect((await corridor('screening', 'list', '--status', 'CLEAR')).out).toContain('no screening is CLEAR');
  const shown = await corridor('screening', 'show', '--id', held, ...ann);
  expect(shown.out).toContain('SDN-1');
  expect(JSON.parse((await corridor('screening', 'show', '--id', held, ...ann, '--json')).out)).toMatchObject({
    ...{ id: held, status: 'HELD', matches: [{ entry: 'SDN-1', list: 'OFAC SDN', status: 'OPEN' }] },
  });
  expect((await corridor('screening', 'show', '--id', held)).out).toContain('--operator is missing');
});

test('a hit is cleared by one operator, and confirmed by two', async () => {
  const cleared = await corridor('screening', 'clear', '--id', held, '--reason', 'a namesake', ...ann);
  expect(cleared).toMatchObject({ code: 0, out: expect.stringContaining('is CLEAR') as string });
  const [exception] = JSON.parse((await corridor('exceptions', 'list', '--json')).out) as readonly {
    readonly id: string;
  }[];
  expect((await corridor('exceptions', 'show', '--id', exception!.id)).out).toContain(`screening show --id ${other}`);
  const refused = await corridor('exceptions', 'resolve', '--id', exception!.id, '--resolution', 'REFUSED', ...ann);
  expect(refused.code).not.toBe(0);
  expect(refused.out).toContain(`corridor screening confirm --id ${other}`);
  const texts = ['--reason', 'the same passport', '--case', 'CASE-7'];
  const asked = await corridor('screening', 'confirm', '--id', other, ...texts, ...ann);
  const [request] = /Request:[0-9a-f-]+/.exec(asked.out) ?? [];
  const [digest] = /[0-9a-f]{64}/.exec(asked.out) ?? [];
  expect([request, digest], asked.out).not.toContain(undefined);
  const approved = await corridor('approvals', 'approve', '--id', request!, '--digest', digest!, ...bob);
  expect(approved.code, approved.out).toBe(0);
  expect((await corridor('blocks', 'list')).out).toContain(customer);
  const withdrawn = await corridor('screening', 'withdraw', '--id', other, '--reason', 'another passport', ...ann);
  const [second] = /Request:[0-9a-f-]+/.exec(withdrawn.out) ?? [];
  const [sum] = /[0-9a-f]{64}/.exec(withdrawn.out) ?? [];
  const agreed = await corridor('approvals', 'approve', '--id', second!, '--digest', sum!, ...bob);
  expect(agreed.code, agreed.out).toBe(0);
  expect((await corridor('screening', 'list', '--status', 'CLEAR')).out).toContain(other);
  expect((await corridor('blocks', 'list')).out).toContain(customer);
});

test('a case is opened, extended, closed and exported', async () => {
  const opened = await corridor(
    'cases',
    'open',
    '--platform',
    platform,
    '--title',
    'Namesakes',
    '--about',
    held,
    ...ann,
  );
  const [id] = /ScreeningCase:[0-9a-f-]+/.exec(opened.out)!;
  expect(await corridor('cases', 'add', '--id', id, '--about', customer, ...ann)).toMatchObject({ code: 0 });
  const note = ['--text', 'asked the bank', '--readers', 'VIEWER'];
  expect(await corridor('note', 'add', '--id', id, ...note, ...ann)).toMatchObject({ code: 0 });
  expect(JSON.parse((await corridor('cases', 'list', '--json')).out)).toMatchObject([
    { id, title: 'Namesakes', status: 'OPEN', about: [held, customer] },
  ]);
  const output = join(folder, 'case');
  const given = ['cases', 'export', '--id', id, '--output', output, '--case', 'FIU-1'];
  expect((await corridor(...given, ...ann)).code).not.toBe(0);
  rmSync(output, { recursive: true, force: true });
  const exported = await corridor(...given, ...admin);
  expect(exported.code, exported.out).toBe(0);
  expect(readdirSync(output).toSorted()).toEqual([
    ...[
      'README.txt',
      'case.json',
      'customers',
      'deposits.json',
      'exceptions.json',
      'index.json',
      'journal-entries.json',
    ],
    ...['matches.json', 'notes.json', 'payments.json', 'records.json', 'screenings.json'],
  ]);
  expect(statSync(join(output, 'index.json')).mode & 0o777).toBe(0o600);
  const read = (name: string): string => readFileSync(join(output, name), 'utf8');
  expect(read('notes.json')).toContain('asked the bank');
  expect(read('matches.json')).toContain('a namesake');
  expect(read('screenings.json')).toContain(other);
  expect(read('exceptions.json')).toContain('SCREENING_HIT');
  expect(JSON.parse(read('index.json'))).toMatchObject({ caseId: id, caseReference: 'FIU-1', title: 'Namesakes' });
  expect(read(`customers/${customer.replace(':', '-')}/customer.json`)).toContain('Ada Lovelace');
  await withUnits(async (core) => {
    const { rows } = await core.units.read(null, (reads) => reads.list(OPERATOR_LOG, { order: 'asc', limit: 100 }));
    const exports = rows.filter(({ action, outcome }) => outcome === 'READ' && action.endsWith('.export'));
    expect(exports.map(({ action, subject, operatorName }) => [action, subject, operatorName])).toEqual([
      ['cases.export', id, 'Root'],
      ['personal-data.export', customer, 'Root'],
    ]);
  });
  const closed = await corridor('cases', 'close', '--id', id, '--outcome', 'REPORTED', '--reason', 'FIU-1', ...ann);
  expect(closed.out).toContain('is CLOSED: REPORTED');
  expect((await corridor('cases', 'list', '--status', 'CLOSED')).out).toContain('Namesakes');
});
