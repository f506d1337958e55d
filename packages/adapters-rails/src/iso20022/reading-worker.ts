import { type MessagePort, parentPort } from 'node:worker_threads';
import type { LibXml2 } from './parse-xml.js';
import { divide, type Piece } from './pieces.js';
import { readBankFile } from './read-bank-file.js';

/**
 * The thread that reads files of banks: read-in-worker.ts starts it. It answers each file with the number of pieces of
 * the outcome, and then sends a piece for each request, so that the other thread can do other work between two of them.
 */
export interface ReadRequest {
  readonly bytes: Uint8Array;
  readonly maxBytes: number;
}

export type WorkerAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'outcome'; readonly rest: unknown; readonly pieces: number }
  | { readonly kind: 'piece'; readonly piece: Piece }
  /** The parser itself failed. */
  | { readonly kind: 'failed'; readonly reason: string };

function answerOn(port: MessagePort, library: LibXml2): void {
  let pieces: readonly Piece[] = [];
  let sent = 0;
  const answer = (value: WorkerAnswer): void => port.postMessage(value);
  port.on('message', (request: ReadRequest | 'piece') => {
    if (request === 'piece') {
      const piece = pieces[sent]!;
      sent += 1;
      return answer({ kind: 'piece', piece });
    }
    try {
      const { maxBytes, bytes } = request;
      const divided = divide(readBankFile(library, bytes, { maxBytes }));
      pieces = divided.pieces;
      sent = 0;
      answer({ kind: 'outcome', rest: divided.rest, pieces: pieces.length });
    } catch (cause) {
      answer({ kind: 'failed', reason: cause instanceof Error ? cause.message : String(cause) });
    }
  });
  answer({ kind: 'ready' });
}

// A failure ends the thread, and the other one receives it.
if (parentPort !== null) {
  const port = parentPort;
  void import('libxml2-wasm').then((library) => answerOn(port, library));
}
