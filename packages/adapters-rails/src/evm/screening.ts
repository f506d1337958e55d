import { readFile, stat } from 'node:fs/promises';
import type { AddressScreening } from '@corridor/core/ports';
import type { Address } from './nodes.js';

/** A list of addresses in a file. */
export interface ListScreening extends AddressScreening {
  /** Why the list cannot be used now; null if it can. */
  problem(): Promise<string | null>;
}

/** The list is missing, incomplete or invalid: nothing is known about any address. */
export class ListUnreadable extends Error {
  override readonly name = 'ListUnreadable';
}

interface ReadList {
  /** Of the file that was read: another time, size or inode is another list. Tools can keep `mtime`, and not `ctime`. */
  readonly state: string;
  readonly addresses: ReadonlySet<Address>;
}

/**
 * Screens addresses by a file with one address a line, and comments after `#`. The file is read again when it changes.
 * While it cannot be read, `screen` throws, so that nothing is signed or credited.
 */
export function listScreening({ file }: { readonly file: string }): ListScreening {
  let known: ReadList | null = null;

  async function list(): Promise<ReadonlySet<Address>> {
    const state = await stateOf(file);
    if (known?.state === state) return known.addresses;
    const text = await readText(file);
    // A list that is replaced while it is read could be half of each.
    if ((await stateOf(file)) !== state) throw new ListUnreadable(`${file} is being written`);
    known = { state, addresses: parse(file, text) };
    return known.addresses;
  }

  return {
    screen: async ({ address }) =>
      (await list()).has(address.toLowerCase() as Address) ? 'the address is on the screening list' : null,
    problem: async () => {
      try {
        await list();
        return null;
      } catch (cause) {
        return cause instanceof Error ? cause.message : String(cause);
      }
    },
  };
}

async function stateOf(file: string): Promise<string> {
  try {
    const { mtimeNs, ctimeNs, size, ino } = await stat(file, { bigint: true });
    return `${mtimeNs}/${ctimeNs}/${size}/${ino}`;
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

const unreadable = (file: string, cause: unknown): ListUnreadable =>
  new ListUnreadable(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);

function parse(file: string, text: string): ReadonlySet<Address> {
  // An empty file is rather one that was not written than a list without addresses; such a list has a comment.
  if (text.trim() === '') throw new ListUnreadable(`${file} is empty; write a comment if the list has no address`);
  const addresses = new Set<Address>();
  for (const [index, line] of text.split('\n').entries()) {
    const entry = line.split('#', 1)[0]!.trim();
    if (entry === '') continue;
    if (!/^0x[0-9a-fA-F]{40}$/.test(entry)) throw new ListUnreadable(`${file} line ${index + 1} is not an address`);
    addresses.add(entry.toLowerCase() as Address);
  }
  return addresses;
}
