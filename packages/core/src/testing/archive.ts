import { createFileArchive } from '@corridor/adapters-storage/blobs';
import type { ArchiveStore } from '../archive/index.js';

/** An archive in memory, with its files by name. */
export interface PlayArchive {
  readonly store: ArchiveStore;
  readonly files: Map<string, Uint8Array>;
  /** The names of the files that were read, in order. */
  readonly opened: string[];
}

export function playArchive(): PlayArchive {
  const files = new Map<string, Uint8Array>();
  const opened: string[] = [];
  const { pack, unpack } = createFileArchive('unused');
  return {
    files,
    opened,
    store: {
      pack,
      unpack,
      async write(name, content) {
        files.set(name, Uint8Array.from(content));
      },
      read(name) {
        opened.push(name);
        return files.get(name) ?? null;
      },
      async remove(name) {
        files.delete(name);
      },
      names: async () => [...files.keys()].sort(),
    },
  };
}
