import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const host = dirname(createRequire(import.meta.url).resolve('@corridor/host/package.json'));
const CLI = join(host, 'dist/service/cli.cjs');
const REPORT = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write('\\npeak ' + maxRSS + ' cpu ' + (userCPUTime + systemCPUTime) + '\\n');
})`;

export interface Exported {
  readonly code: number;
  readonly lines: number;
  readonly bytes: number;
  readonly seconds: number;
  /** Seconds of a processor. */
  readonly cpu: number;
  /** The peak of the resident memory, in megabytes. */
  readonly megabytes: number;
  readonly stderr: string;
}

/** Runs a command as a process of its own, and measures what it prints. */
export async function measured(
  folder: string,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<Exported> {
  const begun = performance.now();
  const child = spawn(
    process.execPath,
    [...nodeOptions, '--import', `data:text/javascript,${encodeURIComponent(REPORT)}`, CLI, ...args],
    { env: { PATH: process.env['PATH'], CORRIDOR_DATA_DIR: folder, CORRIDOR_LOG_LEVEL: 'error' } },
  );
  let [lines, bytes, stderr] = [0, 0, ''];
  child.stdout.on('data', (part: Buffer) => {
    bytes += part.length;
    for (const byte of part) if (byte === 10) lines += 1;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => (stderr += part));
  const [code] = (await once(child, 'close')) as [number | null];
  const [, peak = '0', cpu = '0'] = /^peak (\d+) cpu (\d+)$/m.exec(stderr) ?? [];
  const seconds = (performance.now() - begun) / 1000;
  const megabytes = Math.round(Number(peak) / 1024);
  return { code: code ?? -1, lines, bytes, seconds, cpu: Number(cpu) / 1e6, megabytes, stderr };
}
