import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Things to let go of, last opened first, however the work ended. */
export interface Scope {
  /** A folder of its own, removed at the end. */
  folder(): Promise<string>;
  /** Registers what is to be closed and gives it back. */
  use<T extends { stop(): Promise<void> }>(thing: T): T;
}

/** Runs something with folders and processes that are gone afterwards. */
export async function withScope<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
  const closing: (() => Promise<void>)[] = [];
  try {
    return await work({
      async folder() {
        const path = await mkdtemp(join(tmpdir(), 'corridor-bench-'));
        closing.push(() => rm(path, { recursive: true, force: true }));
        return path;
      },
      use(thing) {
        closing.push(() => thing.stop());
        return thing;
      },
    });
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
