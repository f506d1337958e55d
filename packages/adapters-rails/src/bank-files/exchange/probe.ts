import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';

/** A folder of the exchange, by its member in the configuration. */
export interface ProbedFolder {
  readonly member: string;
  readonly path: string;
  /** Whether the host writes files in the folder, and moves them into it or out of it. */
  readonly isWritten: boolean;
}

/** What the host does in the folders. Each function throws if the other side refuses. */
export interface ProbeCalls {
  list(folder: string): Promise<unknown>;
  write(folder: string, name: string): Promise<unknown>;
  rename(folder: string, from: string, to: string): Promise<unknown>;
  remove(folder: string, name: string): Promise<unknown>;
}

export interface Probing {
  /** What the other side refuses, one sentence for each folder. */
  problems(calls: ProbeCalls): Promise<readonly string[]>;
}

/** The bank need not see a new file with each look at the metrics. */
const AGE_MS = 300_000;

/**
 * Tries what the host needs to do in each folder: a side that answers may still refuse to write, to rename or to delete.
 * What was found is kept for five minutes, unless it was a problem. The files have hidden names, the same in each probe, so
 * that a side that refuses to delete them has two at most.
 */
export function probing(folders: readonly ProbedFolder[]): Probing {
  const token = randomBytes(4).toString('hex');
  const [first, second] = [`.corridor-probe.${token}.tmp`, `.corridor-probe.${token}.2.tmp`] as const;
  let soundAt: number | null = null;

  async function problemIn(calls: ProbeCalls, { member, path, isWritten }: ProbedFolder): Promise<string | null> {
    let step = 'list';
    const tried = async (name: string, call: () => Promise<unknown>): Promise<void> => {
      step = name;
      await call();
    };
    try {
      await tried('list', () => calls.list(path));
      if (!isWritten) return null;
      await tried('write', () => calls.write(path, first));
      await tried('rename', () => calls.rename(path, first, second));
      await tried('delete', () => calls.remove(path, second));
      return null;
    } catch (cause) {
      // What could not be renamed may still be removed.
      if (step === 'rename') await calls.remove(path, first).catch(() => undefined);
      const reason = cause instanceof Error ? cause.message : String(cause);
      return `the ${member} folder ${path} does not allow the host to ${VERBS[step]!}: ${reason}`;
    }
  }

  return {
    problems: async (calls) => {
      if (soundAt !== null && performance.now() - soundAt < AGE_MS) return [];
      const problems: string[] = [];
      for (const folder of folders) {
        const problem = await problemIn(calls, folder);
        if (problem !== null) problems.push(problem);
      }
      soundAt = problems.length === 0 ? performance.now() : null;
      return problems;
    },
  };
}

const VERBS: Readonly<Record<string, string>> = {
  list: 'list files',
  write: 'write a file',
  rename: 'rename a file',
  delete: 'delete a file',
};
