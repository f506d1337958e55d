import { Readable } from 'node:stream';
import { setImmediate as otherWork } from 'node:timers/promises';

/** A file in parts. Between two parts the thread does other work, so that a long file keeps no request waiting. */
export function streamOf(parts: Iterable<string> | AsyncIterable<string>): Readable {
  async function* written(): AsyncGenerator<string, void> {
    for await (const part of parts) {
      yield part;
      await otherWork();
    }
  }
  return Readable.from(written(), { objectMode: false });
}
