import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Resources that are released when the work ends or fails, in reverse order. */
export interface Scope {
  /** Creates a folder, which is removed at the end. */
  folder(): Promise<string>;
  /** Registers a thing to stop at the end, and returns it. */
  use<T extends { stop(): Promise<void> }>(resource: T): T;
}

/** Resources that are released when the caller says so. */
export interface OpenScope extends Scope {
  close(): Promise<void>;
}

export function openScope(): OpenScope {
  const closing: (() => Promise<void>)[] = [];
  return {
    async folder() {
      const path = await mkdtemp(join(tmpdir(), 'corridor-bench-'));
      closing.push(() => rm(path, { recursive: true, force: true }));
      return path;
    },
    use(resource) {
      closing.push(() => resource.stop());
      return resource;
    },
    async close() {
      for (const close of closing.splice(0).reverse()) await close();
    },
  };
}

/** Runs work with folders and processes that are removed afterwards. */
export async function withScope<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
  const scope = openScope();
  try {
    return await work(scope);
  } finally {
    await scope.close();
  }
}
