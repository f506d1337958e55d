import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { createSealer } from '@corridor/adapters-rails/custody';
import { createRailStore, exampleAccountInfo } from '@corridor/core/internal';
import { fixedClock, seededRandom } from '@corridor/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankFiles } from '../../packages/adapters-rails/src/bank-files/index.js';
import { EUR } from '../../packages/adapters-rails/src/bank-files/entry.js';
import {
  ENTRY,
  keptLog,
  listeningCore,
  MONDAY,
  PAYEE,
} from '../../packages/adapters-rails/src/testing/bank-connection.js';
import { digest } from '../../packages/adapters-rails/src/testing/ports.js';
import { watchTasks } from '../../packages/host/src/rails/watched-tasks.js';
import { type RefusingServer, sshdPath, startRefusingServer } from '../support/bank/sftp-server.js';

const sshd = sshdPath();
if (sshd === null)
  process.stdout.write('sshd is not installed: the tests of a server that refuses to work are skipped\n');

let root: string;
let server: RefusingServer;

beforeAll(async () => {
  if (sshd === null) return;
  root = mkdtempSync(join(tmpdir(), 'refusing-'));
  chmodSync(root, 0o755);
  server = await startRefusingServer(sshd, join(root, 'server'));
});
afterAll(async () => {
  if (sshd === null) return;
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

/** A file that the bank cannot have written. It is set aside, once it can be read and moved. */
const STRANGE = '<Document/>';
const FOREIGN = 'a file of another program';

let serial = 0;

/** A connection with folders of its own, a payment that it has to send, and a file that it has to take. */
async function connected() {
  serial += 1;
  const folders = Object.fromEntries(
    ['outgoing', 'incoming', 'archive'].map((name) => [name, join(root, String(serial), name)]),
  ) as Record<'outgoing' | 'incoming' | 'archive', string>;
  for (const folder of Object.values(folders)) {
    mkdirSync(folder, { recursive: true });
    chownSync(folder, server.uid, server.uid);
  }
  chownSync(join(root, String(serial)), server.uid, server.uid);
  const clock = fixedClock(MONDAY);
  const { units } = createMemoryStorage();
  const storeOf = (name: string) =>
    createRailStore({ units, clock, sealer: createSealer(new Uint8Array(32)) }, 'PRODUCTION', name);
  const { log } = keptLog();
  const { host, port, user, hostKey } = server;
  const exchange = { type: 'sftp', host, port, user, hostKey, privateKey: { file: server.privateKey }, ...folders };
  const connection = await bankFiles(
    { ...ENTRY, exchange },
    {
      name: 'acme-bank',
      environment: 'PRODUCTION',
      store: storeOf('acme-bank'),
      ...{ clock, digest, log },
      random: seededRandom(`refusing ${serial}`),
      http: { send: () => Promise.reject(new Error('no call is expected')) },
      rateOf: () => Promise.resolve(null),
      addressesOf: () => Promise.resolve(0),
      secretOf: () => readFileSync(server.privateKey, 'utf8'),
    },
  );
  const { tasks, check } = watchTasks(connection, { store: storeOf('acme-bank.tasks'), clock, log });
  const { tell } = listeningCore();
  const run = async (name: 'send' | 'receive') =>
    tasks.find((task) => task.name === name)!.run(tell, async () => new Set());
  const payout = {
    reference: `Transaction:0199c0de-0000-7000-8000-${String(serial).padStart(12, '0')}`,
    account: {
      ...exampleAccountInfo('EUR_ACCOUNT'),
      iban: PAYEE,
      beneficiary: { beneficiaryType: 'INDIVIDUAL' as const, fullName: 'Grace Hopper', countryOfResidence: 'FR' },
    },
    currency: EUR,
    amount: 12_345n,
    paymentRail: 'SEPA' as const,
    purposeOfPayment: 'SALARY_PAYMENT',
    sameCurrency: true,
    remittanceInformation: null,
    submittedAt: MONDAY,
    cancelRequestedAt: null,
  };
  await connection.rails[0]!.payouts!.submit(payout);
  const strange = join(folders.incoming, 'strange.xml');
  writeFileSync(strange, STRANGE);
  chownSync(strange, server.uid, server.uid);
  const ofBank = (folder: string) =>
    existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
  return {
    ...{ folders, clock, run, strange },
    problems: async () => (await check()).problems.filter((text) => !text.includes('set aside')),
    /** Files that the bank finds. */
    sent: () =>
      ofBank(folders.outgoing).filter((name) => readFileSync(join(folders.outgoing, name), 'utf8') !== FOREIGN),
    /** Whether the file of the bank was taken out of its folder. */
    isTaken: () => !existsSync(strange),
    /** Runs both tasks, with the second look that a file needs. */
    async work() {
      const failures: Error[] = [];
      for (const task of ['send', 'receive', 'receive'] as const) {
        await run(task).catch((cause: Error) => failures.push(cause));
        clock.advance(2);
      }
      return failures;
    },
  };
}

type Connected = Awaited<ReturnType<typeof connected>>;

interface Way {
  readonly way: string;
  /** Lets the server refuse. Returns what lets it work again. */
  readonly begin: (connected: Connected) => Promise<() => Promise<void>> | (() => Promise<void>);
  /** What a probe of the folders finds, if it can know. */
  readonly probed: RegExp | null;
  readonly failing: 'send' | 'receive' | 'both' | 'neither';
}

function withMode(path: (connected: Connected) => string, refused: number, works: number): Way['begin'] {
  return (own) => {
    chmodSync(path(own), refused);
    return async () => chmodSync(path(own), works);
  };
}

const refusing =
  (...requests: readonly string[]): Way['begin'] =>
  async () => {
    await server.refuse(requests);
    return () => server.refuse([]);
  };

const away: Way['begin'] = ({ folders: { outgoing } }) => {
  renameSync(outgoing, `${outgoing}.away`);
  return async () => renameSync(`${outgoing}.away`, outgoing);
};

/** The name of the file is known after its first upload. */
async function takingTheName({ folders: { outgoing }, run }: Connected): Promise<() => Promise<void>> {
  await server.refuse(['rename', 'posix-rename']);
  await run('send').catch(() => undefined);
  const uploaded = readdirSync(outgoing).find((name) => /^\.[^.]+\.[0-9a-f]{8}\.tmp$/.test(name));
  const [, messageId] = /^\.([^.]+)\./.exec(uploaded ?? '') ?? [];
  if (messageId === undefined) throw new Error('nothing was uploaded');
  const taken = join(outgoing, `${messageId}.xml`);
  writeFileSync(taken, FOREIGN);
  await server.refuse([]);
  return async () => rmSync(taken);
}

const WAYS: readonly Way[] = [
  {
    way: 'the outgoing folder is read-only',
    begin: withMode(({ folders }) => folders.outgoing, 0o555, 0o755),
    probed: /^the outgoing folder \S+ does not allow the host to write a file: .*permission denied/i,
    failing: 'send',
  },
  {
    way: 'the outgoing folder is missing',
    begin: away,
    probed: /^the server has no folder \S+ \(outgoing\)$/,
    failing: 'send',
  },
  {
    way: 'the incoming folder cannot be listed',
    begin: withMode(({ folders }) => folders.incoming, 0o311, 0o755),
    probed: /^the incoming folder \S+ does not allow the host to list files: .*permission denied/i,
    failing: 'receive',
  },
  {
    way: 'nothing can be moved out of the incoming folder',
    begin: withMode(({ folders }) => folders.incoming, 0o555, 0o755),
    probed: /^the incoming folder \S+ does not allow the host to write a file: .*permission denied/i,
    failing: 'receive',
  },
  {
    way: 'the archive is not writable',
    begin: withMode(({ folders }) => folders.archive, 0o555, 0o755),
    probed: /^the archive folder \S+ does not allow the host to write a file: .*permission denied/i,
    failing: 'receive',
  },
  {
    way: 'a file cannot be read',
    begin: withMode(({ strange }) => strange, 0o000, 0o644),
    probed: null,
    failing: 'receive',
  },
  { way: 'the name of the file is taken', begin: takingTheName, probed: null, failing: 'send' },
  {
    way: 'the server refuses to write',
    begin: refusing('write'),
    probed: /^the outgoing folder \S+ does not allow the host to write a file: the SFTP server did not store/i,
    failing: 'both',
  },
  {
    way: 'the server refuses to rename',
    begin: refusing('rename', 'posix-rename'),
    probed: /^the outgoing folder \S+ does not allow the host to rename a file: .*(permission denied|unsupported)/i,
    failing: 'both',
  },
  {
    way: 'the server refuses to delete',
    begin: refusing('remove'),
    probed: /^the outgoing folder \S+ does not allow the host to delete a file: .*permission denied/i,
    failing: 'neither',
  },
  {
    way: 'the server refuses to list',
    begin: refusing('opendir'),
    probed: /^the outgoing folder \S+ does not allow the host to list files: .*permission denied/i,
    failing: 'receive',
  },
  {
    way: 'the server refuses to read',
    begin: refusing('read'),
    probed: null,
    failing: 'receive',
  },
];

/** Whether this process may mount a small disk. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function refuses({ begin, probed, failing }: Way): Promise<void> {
  const own = await connected();
  const end = await begin(own);
  try {
    await own.work();
    own.clock.advance(60);
    const problems = await own.problems();
    if (probed !== null) expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(probed)]));
    const tasks = failing === 'both' ? ['send', 'receive'] : failing === 'neither' ? [] : [failing];
    const lasting = problems.filter((problem) => problem.startsWith('the task'));
    expect(lasting, problems.join('\n')).toEqual(
      tasks.map((task) => expect.stringMatching(new RegExp(`^the task ${task} has failed since \\S+: .+`)) as string),
    );
    if (tasks.includes('send')) expect(own.sent()).toEqual([]);
    if (tasks.includes('receive')) expect(own.isTaken()).toBe(false);
  } finally {
    await end();
  }
  for (let time = 0; time < 3 && !(own.isTaken() && own.sent().length > 0); time += 1) await own.work();
  expect(await own.problems()).toEqual([]);
  expect([own.sent().length, own.isTaken()]).toEqual([1, true]);
}

describe.skipIf(sshd === null)('a server of OpenSSH that refuses to work', () => {
  it.each(WAYS)('is a problem of the check with its error until it works again: $way', refuses, 60_000);

  it.skipIf(sshd === null || !canMount())(
    'is a problem of the check with its error until it works again: the disk is full',
    async () => {
      let outgoing = '';
      try {
        await refuses({
          way: 'the disk is full',
          begin: ({ folders }) => {
            outgoing = folders.outgoing;
            const owner = `uid=${server.uid},gid=${server.uid},mode=755`;
            execFileSync('mount', ['-t', 'tmpfs', '-o', `size=16k,${owner}`, 'tmpfs', outgoing]);
            const filling = join(outgoing, '.filling');
            try {
              writeFileSync(filling, Buffer.alloc(64 * 1024));
            } catch {
              // The disk is full.
            }
            return async () => rmSync(filling);
          },
          probed: /^the outgoing folder \S+ does not allow the host to write a file: the SFTP server did not store/i,
          failing: 'send',
        });
      } finally {
        if (outgoing !== '') execFileSync('umount', [outgoing]);
      }
    },
    60_000,
  );
});
