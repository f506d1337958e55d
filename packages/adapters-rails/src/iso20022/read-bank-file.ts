import type { MessageProblem, ReadOutcome } from './messages.js';
import type { LibXml2 } from './parse-xml.js';
import { MAX_BYTES, readBankMessage, type ReadOptions } from './read-bank-message.js';
import { RefusedMessage } from './refused-message.js';
import { unpack } from './unpack.js';

/** A message in a file of a bank. */
export interface FilePart {
  /** The name in the archive, as the bank wrote it; null outside of an archive. */
  readonly name: string | null;
  readonly outcome: ReadOutcome;
}

/** `ok: false`: nothing of the file can be read. */
export type FileOutcome =
  | { readonly ok: true; readonly parts: readonly FilePart[] }
  | { readonly ok: false; readonly problem: MessageProblem };

const LONGEST_NAME = 100;

/** Reads the message of a file, or those of an archive. Nothing is thrown for the content of a file. */
export function readBankFile(library: LibXml2, bytes: Uint8Array, options: ReadOptions = {}): FileOutcome {
  const { maxBytes = MAX_BYTES } = options;
  try {
    const files = bytes.length > maxBytes ? null : unpack(bytes, { maxBytes });
    if (files !== null) {
      return {
        ok: true,
        parts: files.map(({ name, bytes: content }) => ({
          name: name.slice(0, LONGEST_NAME),
          outcome: readBankMessage(library, content, options),
        })),
      };
    }
  } catch (error) {
    if (!(error instanceof RefusedMessage)) throw error;
    return { ok: false, problem: error.problem };
  }
  const outcome = readBankMessage(library, bytes, options);
  return outcome.ok ? { ok: true, parts: [{ name: null, outcome }] } : outcome;
}
