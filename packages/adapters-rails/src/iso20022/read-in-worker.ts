import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setImmediate as otherWork } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { optionalPackage } from '@corridor/core/internal';
import { joining } from './pieces.js';
import type { FileOutcome } from './read-bank-file.js';
import { MAX_BYTES } from './read-bank-message.js';
import type { ReadRequest, WorkerAnswer } from './reading-worker.js';

/** Reads a file: a value or a problem, never an exception because of the content. */
export type ReadFile = (bytes: Uint8Array, options?: { readonly maxBytes?: number }) => Promise<FileOutcome>;

export interface ReadingLimits {
  /** The time for one file. The largest file takes about 25 seconds on a machine that does nothing else. */
  readonly timeoutMs: number;
  /**
   * The memory of the thread without that of the parser: WebAssembly's memory does not count here. The size of the file
   * and the number of its elements limit that.
   */
  readonly heapMb: number;
  /** An idle thread ends after this time. */
  readonly idleMs: number;
}

const LIMITS: ReadingLimits = { timeoutMs: 120_000, heapMb: 2048, idleMs: 10_000 };
/** The parser keeps the memory of its largest file, so the thread ends after a large one. */
const LARGE = 4 * 1024 * 1024;

/**
 * Reads files on a thread of their own, one after the other, because what a foreign file makes long must not keep
 * requests waiting. The thread starts with the first file, and ends when it is idle or when a file exceeds a limit.
 */
export function readInWorker(limits: Partial<ReadingLimits> = {}): ReadFile {
  const { timeoutMs, heapMb, idleMs } = { ...LIMITS, ...limits };
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  async function end(): Promise<void> {
    const ended = thread;
    thread = null;
    await ended?.end();
  }

  async function read(request: ReadRequest): Promise<FileOutcome> {
    clearTimeout(idle);
    thread ??= await startThread(heapMb);
    try {
      const outcome = await readOn(thread, request, timeoutMs);
      if (request.bytes.length > LARGE) await end();
      else idle = setTimeout(() => void end(), idleMs).unref();
      return outcome;
    } catch (cause) {
      await end();
      if (!(cause instanceof GivenUp)) throw cause;
      return { ok: false, problem: { code: 'TOO_COMPLEX', message: cause.message, place: null } };
    }
  }

  return (bytes, { maxBytes = MAX_BYTES } = {}) => {
    const reading = queue.then(() => read({ bytes, maxBytes }));
    queue = reading.catch(() => {});
    return reading;
  };
}

interface Thread {
  /** The next answer. Throws if the thread ends before it. */
  ask(request: ReadRequest | 'piece'): Promise<WorkerAnswer>;
  end(): Promise<void>;
}

/**
 * The file of the thread: next to this one, in the package or in a bundle. Tests run on the sources, which a thread cannot
 * load, so they take that of the built package.
 */
function workerFile(): URL {
  const beside = ['reading-worker.js', 'reading-worker.cjs'].map((name) => new URL(name, import.meta.url));
  const found = beside.find((file) => existsSync(file));
  if (found !== undefined) return found;
  const entry = createRequire(import.meta.url).resolve('@corridor/adapters-rails/bank-files');
  return new URL('../iso20022/reading-worker.js', pathToFileURL(entry));
}

async function startThread(heapMb: number): Promise<Thread> {
  const worker = new Worker(workerFile(), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // The thread needs neither the secrets of the process nor the modules that it was started with.
    env: {},
    execArgv: [],
  });
  let answered = (_answer: WorkerAnswer): void => {};
  let failed = (_cause: Error): void => {};
  const next = async (): Promise<WorkerAnswer> => {
    worker.ref();
    try {
      return await new Promise<WorkerAnswer>((resolve, reject) => {
        answered = resolve;
        failed = reject;
      });
    } finally {
      worker.unref();
    }
  };
  worker.on('message', (answer: WorkerAnswer) => answered(answer));
  worker.on('error', (cause: Error) => failed(cause));
  worker.on('exit', () => failed(new Error('the thread that reads files has ended')));
  await optionalPackage('libxml2-wasm@0.7.2', next);
  return {
    ask: (request) => {
      const answer = next();
      worker.postMessage(request);
      return answer;
    },
    end: async () => {
      await worker.terminate();
    },
  };
}

/** Why a file was given up; the thread ends with it. */
class GivenUp extends Error {}

async function readOn(thread: Thread, request: ReadRequest, timeoutMs: number): Promise<FileOutcome> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    const reason = `reading takes longer than ${timeoutMs / 1000} seconds`;
    timer = setTimeout(() => reject(new GivenUp(reason)), timeoutMs);
  });
  try {
    return await Promise.race([wholeOutcome(thread, request), tooLong]);
  } catch (cause) {
    throw (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? new GivenUp('reading needs more memory than a file may use')
      : cause;
  } finally {
    clearTimeout(timer);
  }
}

async function wholeOutcome(thread: Thread, request: ReadRequest): Promise<FileOutcome> {
  const answer = await thread.ask(request);
  if (answer.kind === 'failed') throw new GivenUp(`the parser failed: ${answer.reason.slice(0, 200)}`);
  if (answer.kind !== 'outcome') throw new Error(`the thread that reads files answered ${answer.kind}`);
  const joined = joining();
  for (let left = answer.pieces; left > 0; left -= 1) {
    const part = await thread.ask('piece');
    if (part.kind !== 'piece') throw new Error(`the thread that reads files answered ${part.kind}`);
    joined.add(part.piece);
    await otherWork();
  }
  return joined.end(answer.rest) as FileOutcome;
}
