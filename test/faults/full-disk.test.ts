import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';

const CLI = fileURLToPath(new URL('../../packages/host/bin/corridor.js', import.meta.url));
const WITHIN_MS = 60_000;

const disk = mkdtempSync(join(tmpdir(), 'corridor-disk-'));

function mount(size: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { stdio: 'ignore' });
}

const unmount = (): void => void execFileSync('umount', [disk], { stdio: 'ignore' });

/** Why this machine cannot have a small disk; null if it can. */
function whyNot(): string | null {
  try {
    mount('64k');
    unmount();
    return null;
  } catch {
    return 'this user cannot mount a tmpfs';
  }
}

const reason = whyNot();
const hint = reason === null ? '' : ` (skipped: ${reason})`;

afterEach(() => {
  if (reason === null) unmount();
});
afterAll(() => rmSync(disk, { recursive: true }));

const start = (more: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, [CLI, 'serve'], {
    env: { PATH: process.env['PATH'] ?? '', CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: join(disk, 'data'), ...more },
    encoding: 'utf8',
    timeout: WITHIN_MS,
  });

// The disk is full before the database has a page, while SQLite writes its log, and between two migrations.
test.skipIf(reason !== null).each(['4k', '16k', '40k', '64k', '100k', '300k', '1m'])(
  `a host that starts on a disk of %s says that the disk is full, and nothing else${hint}`,
  { timeout: 2 * WITHIN_MS },
  (size) => {
    mount(size);
    const { status, stdout, stderr } = start();
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^corridor: CORRIDOR_DATA_DIR: [^\n]+; the disk is full: free space, [^\n]+\n$/);
  },
);

test.skipIf(reason !== null)(
  `a master key that a full disk does not take is not created${hint}`,
  { timeout: 2 * WITHIN_MS },
  () => {
    mount('8m');
    mkdirSync(join(disk, 'data'), { mode: 0o700 });
    const migrated = spawnSync(process.execPath, [CLI, 'migrate'], {
      env: { PATH: process.env['PATH'] ?? '', CORRIDOR_DATA_DIR: join(disk, 'data') },
      encoding: 'utf8',
    });
    expect(migrated.status, migrated.stderr).toBe(0);
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filling'), Buffer.alloc(bavail * bsize));
    const { status, stdout, stderr } = start();
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^corridor: .*the disk is full[^\n]*\n$/);
  },
);
