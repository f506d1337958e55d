import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT, camt, entry, OWN_IBAN } from '../../packages/adapters-rails/src/testing/iso20022/bank-documents.js';
import { createDeployment, type Deployment, type HostProcess } from '../support/host.js';

/** A host that reads the file itself answers after many seconds. The time is printed. */
const WITHIN_MS = 1000;
const [INCOMING, ARCHIVE] = ['in', 'done'] as const;

let root: string;
let deployment: Deployment;
let host: HostProcess;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'foreign-files-'));
  const folders = Object.fromEntries(['out', INCOMING, ARCHIVE].map((name) => [name, join(root, name)]));
  for (const folder of Object.values(folders)) mkdirSync(folder);
  const connection = {
    ...{ type: 'bank-files', name: 'acme-bank', environment: 'PRODUCTION' },
    accounts: [{ iban: OWN_IBAN, name: 'Acme', currency: 'EUR' }],
    exchange: { type: 'folder', outgoing: folders['out'], incoming: folders[INCOMING], archive: folders[ARCHIVE] },
    batch: { everySeconds: 1 },
    ...{ cutOff: '16:00', timeZone: 'Europe/Berlin' },
  };
  writeFileSync(join(root, 'connections.json'), JSON.stringify({ rails: [connection] }));
  deployment = await createDeployment('sqlite', { CORRIDOR_CONNECTIONS_FILE: join(root, 'connections.json') });
  host = await deployment.launch();
});
afterAll(async () => {
  await host.kill();
  await deployment.remove();
  rmSync(root, { recursive: true, force: true });
});

const filesIn = (...path: readonly string[]): readonly string[] => {
  try {
    return readdirSync(join(root, ...path));
  } catch {
    return [];
  }
};

/** The longest time that a request took until the condition held, in milliseconds. */
async function slowestUntil(holds: () => boolean): Promise<number> {
  const origin = new URL(host.baseUrl).origin;
  let slowest = 0;
  while (!holds()) {
    const asked = performance.now();
    const { status } = await fetch(`${origin}/readyz`);
    expect(status).toBe(200);
    slowest = Math.max(slowest, performance.now() - asked);
    await pause(5);
  }
  return slowest;
}

const DETAILS = `<NtryDtls><TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs><Amt Ccy="EUR">100.00</Amt>
  <RltdPties><Dbtr><Pty><Nm>Ada</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>Invoice 12</Ustrd></RmtInf></TxDtls></NtryDtls>`;
const statement = (content: string): string => camt('camt.053.001.08', ACCOUNT + content);
/** Announced, so that they move no money. */
const entries = (count: number): string => entry('08', { status: 'INFO', more: DETAILS }).repeat(count);
const booked = (count: number): string =>
  Array.from({ length: count }, (_, n) => entry('08', { more: DETAILS.replace('E1', `E${n}`) })).join('');

/** Names and contents, and where the file goes. */
const FILES: readonly (readonly [name: string, content: () => string, folder: 'set-aside' | 'processed'])[] = [
  ['40,000 processing instructions', () => statement('<?a b?>'.repeat(40_000)), 'set-aside'],
  ['2,100,000 empty elements', () => statement('<Ntry/>'.repeat(2_100_000)), 'set-aside'],
  ['16 MB of entries', () => statement(entries(25_000)), 'processed'],
  ['1,000 booked entries', () => statement(booked(1000)), 'processed'],
  ['elements nested deep', () => statement('<a>'.repeat(200) + '</a>'.repeat(200)), 'set-aside'],
  ['a million levels', () => statement('<a>'.repeat(1_000_000)), 'set-aside'],
  ['an attribute of 9 MB', () => statement(`<Ntry a="${'&lt;'.repeat(2_300_000)}"/>`), 'set-aside'],
  [
    '100,000 attributes',
    () => statement(`<Ntry ${Array.from({ length: 100_000 }, (_, n) => `a${n}=""`).join(' ')}/>`),
    'set-aside',
  ],
  [
    'many statements that cannot be read',
    () => camt('camt.053.001.08', ...Array.from({ length: 20_000 }, () => ACCOUNT + '<Ntry/>')),
    'set-aside',
  ],
];

describe('while the host reads a file of the bank', { timeout: 180_000 }, () => {
  it.each(FILES)('with %s, it answers requests', async (what, content, folder) => {
    const name = `${what.replaceAll(/[^a-z0-9]+/gi, '-')}.xml`;
    const started = performance.now();
    const idle = await slowestUntil(() => performance.now() - started > 1000);
    writeFileSync(join(root, INCOMING, `.${name}`), content());
    writeFileSync(join(root, INCOMING, name), content());
    rmSync(join(root, INCOMING, `.${name}`));
    const slowest = await slowestUntil(() =>
      filesIn(ARCHIVE, ...(folder === 'processed' ? [] : [folder])).includes(name),
    );
    process.stdout.write(
      `${what}: a request took at most ${Math.round(slowest)} ms, before it ${Math.round(idle)} ms\n`,
    );
    // A machine that is busy with other tests is slower without a file too.
    expect(slowest).toBeLessThan(Math.max(WITHIN_MS, 4 * idle));
  });
});
