import { err, ok, type Result } from '@corridor/core';
import type { Digest, RailStore } from '@corridor/core/ports';
import { stored } from '../connections/stored.js';
import { closeProblem, openProblem, PROBLEMS } from './problems.js';
import type { Look } from './received-files.js';

type Ports = { readonly store: RailStore; readonly digest: Digest };

const problemOf = (digest: Digest, name: string): string => `vanished/${digest.sha256(name)}`;

/**
 * Opens a problem for each file that the bank had put down, and that is gone before this installation has read it. In an
 * exchange without an archive, only another program takes files away.
 */
export async function noteVanished({ store, digest }: Ports, looks: readonly Look[]): Promise<void> {
  if (looks.length === 0) return;
  stored(
    await store.run(async (records) => {
      for (const { name, size } of looks) {
        openProblem(
          records,
          problemOf(digest, name),
          `the file ${name} of ${size} bytes is gone from the incoming folder before it was read: let no other program or installation take files there, and ask the bank for it again; dismiss-file ends this problem`,
        );
      }
      return ok();
    }),
  );
}

/** A file of this name is there again: what was missing is read now. */
export async function noteReturned({ store, digest }: Ports, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  stored(
    await store.run(async (records) => {
      for (const name of names) await closeProblem(records, problemOf(digest, name));
      return ok();
    }),
  );
}

/** Ends the problem of a file that is gone. 404 REFERENCE_NOT_FOUND if there is none. */
export const dismissVanished = ({ store, digest }: Ports, name: string): Promise<Result<string>> =>
  store.run(async (records) => {
    const key = problemOf(digest, name);
    if ((await records.get(PROBLEMS, key)) === null)
      return err('REFERENCE_NOT_FOUND', `no file ${name} is gone before it was read`);
    await closeProblem(records, key);
    return ok(`the problem of ${name} has ended`);
  });
