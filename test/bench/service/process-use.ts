import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks in a second, as Linux reports them to programs. */
const TICKS = 100;

/** The fields of `/proc/<pid>/stat` from the third one on; null if there is no such process. */
function statOf(pid: number | string): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

const PARENT = 1;
const [USER, ENDED_CHILDREN_SYSTEM] = [11, 14];

/** Seconds of processor time of a process and its children, also of those that have ended. Linux only. */
export function processorOfFamily(pid: number): number {
  const children = readdirSync('/proc').filter((name) => statOf(name)?.[PARENT] === String(pid));
  const ticks = [String(pid), ...children].flatMap((one) =>
    (statOf(one) ?? []).slice(USER, ENDED_CHILDREN_SYSTEM + 1).map(Number),
  );
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS;
}

/** Bytes that a process has written to files, as the system passes them to the disk. Linux only. */
export const bytesWrittenBy = (pid: number): number =>
  Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'latin1'))![1]);
