// Preloaded into the host: answers on a socket what the host uses, after a collection of its garbage.
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Database } from '../sqlite.js';

/** What a host uses. Bytes, milliseconds, and microseconds of processor time. */
export interface HostUse {
  readonly rss: number;
  readonly heap: number;
  /** Memory outside the heap of JavaScript: buffers and objects of native code. */
  readonly external: number;
  /** The delay of the event loop since the last question, in its slowest hundredth. */
  readonly delayP99: number;
  readonly handles: number;
  readonly processor: number;
  /** Statements in SQLite since the start, with those that begin and end transactions, and how many of them commit. */
  readonly sqlite: { readonly statements: number; readonly commits: number };
}

const NANOSECONDS = 1e6;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
const sqlite = { statements: 0, commits: 0 };

function use(): HostUse {
  const delayP99 = delay.percentile(99) / NANOSECONDS;
  const { user, system } = process.cpuUsage();
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  delay.reset();
  const handles = process.getActiveResourcesInfo().length;
  return { rss, heap: heapUsed, external, delayP99, handles, processor: user + system, sqlite };
}

/** Counts at the prototype that all statements of SQLite share. */
function countStatements(): void {
  const database = new Database(':memory:');
  const prototype = Object.getPrototypeOf(database.prepare('select 1')) as Record<string, unknown>;
  database.close();
  for (const name of ['run', 'get', 'all', 'iterate']) {
    const original = prototype[name] as (...values: unknown[]) => unknown;
    prototype[name] = function count(this: { readonly source: string }, ...values: unknown[]): unknown {
      sqlite.statements += 1;
      if (this.source === 'COMMIT') sqlite.commits += 1;
      return original.apply(this, values);
    };
  }
}

const socket = process.env['BENCH_PROBE'];
if (socket !== undefined) {
  if (process.env['BENCH_PROBE_STATEMENTS'] === 'true') countStatements();
  createServer((request, response) => {
    const file = new URL(request.url!, 'http://host').searchParams.get('snapshot');
    if (file !== null) writeHeapSnapshot(file);
    response.end(JSON.stringify(file === null ? use() : {}));
  })
    .listen(socket)
    .unref();
}
