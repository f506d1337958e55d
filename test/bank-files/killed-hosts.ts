import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Instant, instant } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { auditIsClean } from '../faults/everything-told.js';
import { createApi } from '../support/api.js';
import type { ReportVersion } from '../support/bank/account-report.js';
import { type Bank, createBank } from '../support/bank/bank.js';
import { describeHabits, drawHabits, type Habits, isClear } from '../support/bank/habits.js';
import { germanIban } from '../support/bank/iban.js';
import { type SftpServer, startSftpServer } from '../support/bank/sftp-server.js';
import { chanceOf, faultSeed } from '../support/chance.js';
import { eventually, pause } from '../support/eventually.js';
import { BOOTSTRAP, createDeployment, type DatabaseKind, type Deployment, type HostProcess } from '../support/host.js';
import { productionPlatform } from '../support/production.js';
import { startLoad } from './load.js';
import { booksAgree } from './books-agree.js';
import { describeMissing, missingAt, unendedIn } from './missing-payments.js';

const KILLS = 5;
/** The clock of the next host is ahead by this many seconds, so that the leases of the killed host have expired. */
const DOWN_SECONDS = 31;
/** No payment needs more business days than this. */
const DAYS = 16;
/** No file has come for so long. */
const QUIET_MS = 3_000;
/** A bank that reports each payment in a file of its own has written thousands of files that the host reads one by one. */
const quietWithinMs = (payments: number): number => 60_000 + payments * 120;
const runWithinMs = (payments: number): number => 240_000 + payments * 300;

const ACCOUNT = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', name: 'Acme Payments GmbH' };
const OWN = germanIban(chanceOf('an account of the owner at another bank'));
const TOP_UP = 500_000n;

interface Variant {
  readonly database: DatabaseKind;
  readonly exchange: 'folder' | 'sftp';
  readonly creditTransfer: 'pain.001.001.03' | 'pain.001.001.09';
  readonly status: '03' | '10';
  readonly report: ReportVersion;
  readonly credit: 'notification' | 'statement';
}

const VARIANTS: readonly Variant[] = [
  {
    database: 'sqlite',
    exchange: 'folder',
    creditTransfer: 'pain.001.001.09',
    status: '10',
    report: '08',
    credit: 'notification',
  },
  {
    database: 'postgres',
    exchange: 'folder',
    creditTransfer: 'pain.001.001.03',
    status: '03',
    report: '02',
    credit: 'statement',
  },
  {
    database: 'sqlite',
    exchange: 'sftp',
    creditTransfer: 'pain.001.001.03',
    status: '03',
    report: '04',
    credit: 'notification',
  },
  {
    database: 'postgres',
    exchange: 'sftp',
    creditTransfer: 'pain.001.001.09',
    status: '10',
    report: '08',
    credit: 'notification',
  },
];

interface Setting {
  /** Payouts, and as many incoming payments. */
  readonly payments: number;
  readonly deployment: Deployment;
  readonly bank: Bank;
  readonly habits: Habits;
  /** Seconds by which the clocks of the bank and of the next host are ahead. */
  readonly clock: { ahead: number; readonly now: () => Instant };
}

/** Called in reverse order at the end of a test. */
type Closing = (() => Promise<void>)[];

/** A bank, its exchange, and a database whose hosts are connected to it. */
async function setUp(variant: Variant, payments: number, seed: string, closing: Closing): Promise<Setting> {
  const root = mkdtempSync(join(tmpdir(), 'corridor-bank-'));
  closing.push(async () => rmSync(root, { recursive: true, force: true }));
  const clock = { ahead: 0, now: () => instant(Date.now() + clock.ahead * 1000) };
  const habits = drawHabits(chanceOf(`${seed}/habits`));
  const what = `${variant.exchange} on ${variant.database}, ${variant.report}, ${variant.credit}`;
  process.stdout.write(`the bank over ${what}: ${describeHabits(habits)}\n`);
  const bank = createBank({
    root,
    account: ACCOUNT,
    versions: variant,
    seed,
    habits,
    now: clock.now,
    oneIn: 100,
  });
  const folders = { ...bank.folders, archive: join(root, 'archive') };
  mkdirSync(folders.archive);
  let server: SftpServer | null = null;
  if (variant.exchange === 'sftp') {
    server = await startSftpServer(join(root, 'keys'));
    closing.push(server.close);
  }
  const exchange =
    server === null
      ? { type: 'folder', ...folders }
      : {
          type: 'sftp',
          host: server.host,
          port: server.port,
          user: server.user,
          privateKey: { file: server.privateKey },
          hostKey: server.hostKey,
          ...folders,
        };
  const entry = {
    type: 'bank-files',
    name: 'acme-bank',
    environment: 'PRODUCTION',
    accounts: [{ ...ACCOUNT, currency: 'EUR' }],
    ownAccounts: [OWN],
    creditTransfer: variant.creditTransfer,
    paymentRails: ['SEPA', 'SEPA_INSTANT'],
    exchange,
    batch: { everySeconds: 1, maxPayments: Math.max(25, payments / 50) },
    cutOff: '16:00',
    timeZone: 'Europe/Berlin',
    release: 'automatic',
    credit: variant.credit,
    returnAfterHours: 24,
  };
  const connectionsFile = join(root, 'connections.json');
  writeFileSync(connectionsFile, JSON.stringify({ rails: [entry] }));
  const deployment = await createDeployment(variant.database, { CORRIDOR_CONNECTIONS_FILE: connectionsFile });
  closing.push(deployment.remove);
  return { payments, deployment, bank, habits, clock };
}

const complete = (folder: string): readonly string[] => readdirSync(folder).filter((name) => !name.startsWith('.'));

/** Waits until bank and host have taken all files of each other, and no new ones come. */
async function quiet({ payments, bank, deployment }: Setting, host: HostProcess): Promise<void> {
  const { folders, work } = bank;
  let since = performance.now();
  const waiting = (): readonly string[] => [...complete(folders.outgoing), ...complete(folders.incoming)];
  try {
    await eventually(
      'a quiet exchange',
      () => {
        if (waiting().length > 0) since = performance.now();
        work();
        return performance.now() - since > QUIET_MS;
      },
      { withinMs: quietWithinMs(payments), everyMs: 100 },
    );
  } catch (cause) {
    const { stdout, stderr } = await deployment.command('connections', 'check');
    const log = host
      .stderr()
      .split('\n')
      .filter((line) => !line.includes('"level":"info"'));
    const found = [`${waiting().length} files wait, such as ${waiting()[0]}`, stdout, stderr, ...log.slice(-20)];
    throw new Error(found.join('\n'), { cause });
  }
}

async function killOverAndOver(setting: Setting, variant: Variant, seed: string) {
  const { payments, deployment, bank, clock } = setting;
  const chance = chanceOf(`${seed}/kills`);
  const launch = (): Promise<HostProcess> => deployment.launch({}, { movableClock: true, clockAhead: clock.ahead });
  let host = await launch();
  const { api } = await productionPlatform(
    deployment,
    createApi(() => host.baseUrl, BOOTSTRAP),
    'EUR',
  );

  /** Ends the day of the bank. Returns the seconds until its next business day begins. */
  const closeDay = (): number => {
    const before = Date.parse(bank.businessDate());
    bank.closeDay();
    return (Date.parse(bank.businessDate()) - before) / 1000;
  };
  const nextDay = async (): Promise<void> => {
    const seconds = closeDay();
    clock.ahead += seconds;
    await host.advance(seconds);
    await quiet(setting, host);
  };

  const { habits } = setting;
  const isStated = variant.credit === 'statement' || habits.notifies !== 'at once';
  const reportFirst = async (): Promise<void> => {
    bank.work();
    // The statement says less than the notifications, if it is read before them.
    await quiet(setting, host);
    if (isStated) await nextDay();
  };

  bank.topUp(TOP_UP, { name: 'Acme Holding', iban: OWN });
  const load = await startLoad(deployment, api, bank, {
    seed,
    payouts: payments,
    arrivals: payments,
    report: reportFirst,
  });
  for (let kill = 1; kill <= KILLS; kill++) {
    load.allow(kill / KILLS);
    const reached = (share: number): Promise<boolean> =>
      eventually(`${share} of the load`, () => (load.check(), load.progress() >= share), {
        withinMs: runWithinMs(payments),
      });
    // Some kills hit requests, the others what the host does with files afterwards.
    const isOverNight = kill % 2 === 0;
    await reached((kill - (isOverNight ? 0 : 1 - chance.under(500) / 1000)) / KILLS);
    await pause(chance.under(isOverNight ? 4_000 : 100));
    let up = (): void => undefined;
    const killed = host.kill();
    load.client.holdUntil(new Promise<void>((resolve) => (up = resolve)));
    await killed;
    // No request may be repeated after a night: its idempotency key is forgotten after a day.
    clock.ahead += isOverNight ? closeDay() : DOWN_SECONDS;
    host = await launch();
    await auditIsClean(deployment, clock);
    up();
  }
  await load.finished();
  await quiet(setting, host);
  const isEnded = async (): Promise<boolean> => {
    const missing = missingAt(bank, load);
    if (!bank.isIdle() || missing.payouts.length > 0) return false;
    // Without a report that names the sender first, money cannot go back: the books then have an exception for it.
    return isClear(habits) ? missing.arrivals.length === 0 : (await unendedIn(deployment)).length === 0;
  };
  const whatIsMissing = async (): Promise<string> => {
    const unended = await unendedIn(deployment);
    return [
      `${bank.payments.length} payments of ${load.payouts.length} payouts and of refunds after ${DAYS} days`,
      `FAULT_SEED=${seed}; ${describeHabits(habits)}`,
      ...bank.rejectedFiles.map((why) => `the bank rejected a file: ${why}`),
      ...unended,
      await describeMissing(deployment, api, missingAt(bank, load)),
    ].join('\n');
  };
  // What no report explains goes back after its time, and the last bookings are stated, too.
  const quietDays = isClear(habits) ? 1 : 3;
  for (let day = 0, quietFor = 0; quietFor < quietDays; day++) {
    const before = bank.payments.length;
    if (day === DAYS) throw new Error(await whatIsMissing());
    const isQuiet = await isEnded();
    await nextDay();
    quietFor = isQuiet && bank.isIdle() && bank.payments.length === before ? quietFor + 1 : 0;
  }
  return { api, load, host };
}

async function survives(variant: Variant, payments: number): Promise<void> {
  const { database, exchange } = variant;
  const seed = faultSeed(`a bank over ${exchange} on ${database}`);
  const closing: Closing = [];
  const begun = performance.now();
  try {
    const setting = await setUp(variant, payments, seed, closing);
    const { deployment, bank, habits, clock } = setting;
    const { api, load, host } = await killOverAndOver(setting, variant, seed);
    await booksAgree({
      ...setting,
      load,
      api,
      topUp: TOP_UP,
      isClear: isClear(habits),
      stop: async () => void (await host.stop()),
    });
    await auditIsClean(deployment, clock);
    await deployment.audit();
    process.stdout.write(
      `${database}, ${exchange}: ${KILLS} kills, ${load.payouts.length} payouts, ${load.arrivals.length} arrivals, ` +
        `${bank.payments.length} payments at the bank, ${load.client.lostAnswers()} answers lost, ` +
        `${Math.round((performance.now() - begun) / 1000)} s\n`,
    );
    expect(load.client.lostAnswers()).toBeGreaterThan(0);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** The tests of so many payouts and as many incoming payments, on each database and over each exchange. */
export function killedHosts(payments: number): void {
  describe.concurrent(`bank files of ${payments} payouts with a host that is killed five times`, () => {
    it.each(VARIANTS)(
      'end each payment once, as at the bank, on $database over $exchange with $creditTransfer',
      (variant) => survives(variant, payments),
      runWithinMs(payments),
    );
  });
}
