import { Readable } from 'node:stream';
import { setImmediate as otherWork } from 'node:timers/promises';

/** A file in parts. Between two parts the thread does other work, so that a long file keeps no request waiting. */
export function streamOf(parts: Iterable<string>): Readable {
  async function* written(): AsyncGenerator<string, void> {
    for (const part of parts) {
      yield part;
      await otherWork();
    }
  }
  return Readable.from(written(), { objectMode: false });
}
