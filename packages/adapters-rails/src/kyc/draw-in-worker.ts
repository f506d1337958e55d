import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { err, ok, type Result } from '@corridor/core';
import { optionalPackage } from '@corridor/core/internal';
import type { DrawnDocument, PageDrawer } from '@corridor/core/ports';
import type { DrawAnswer, DrawnPage, DrawRequest } from './drawing-worker.js';

export interface DrawingLimits {
  /** The time for one file. */
  readonly timeoutMs: number;
  /** The memory of the thread without that of the library. */
  readonly heapMb: number;
  /** The memory of the library. */
  readonly libraryMb: number;
  /** So many of the first pages are drawn. */
  readonly maxPages: number;
  /** The pixels of one page. */
  readonly maxPixels: number;
  /** So many files wait at most; a further one is refused. */
  readonly maxWaiting: number;
}

const LIMITS: DrawingLimits = {
  timeoutMs: 10_000,
  heapMb: 128,
  libraryMb: 256,
  maxPages: 3,
  maxPixels: 2_000_000,
  maxWaiting: 20,
};

/** The width of a picture: the text of a page of A4 can be read. */
const WIDTH = 1_000;
/** White between two pages. */
const GAP = 16;

/**
 * Draws the first pages of a PDF, one file after the other, each on a thread of its own that ends with it: a file of a
 * stranger must neither keep requests waiting nor leave something behind for the next one.
 */
export function drawInWorker(limits: Partial<DrawingLimits> = {}): PageDrawer {
  const all = { ...LIMITS, ...limits };
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    draw(content) {
      if (waiting >= all.maxWaiting) return Promise.resolve(refused('cannot be drawn now, because many others wait'));
      waiting += 1;
      const drawing = queue.then(() => drawOne(content, all));
      queue = drawing.catch(() => {}).then(() => (waiting -= 1));
      return drawing;
    },
  };
}

const refused = (message: string): Result<never> =>
  err('UNSUITABLE_DOCUMENT', `The PDF ${message}; download it instead`);

/**
 * The file of the thread: next to this one, in the package or in a bundle. Tests run on the sources, which a thread cannot
 * load, so they take that of the built package.
 */
function workerFile(): URL {
  const beside = ['drawing-worker.js', 'drawing-worker.cjs'].map((name) => new URL(name, import.meta.url));
  const found = beside.find((file) => existsSync(file));
  if (found !== undefined) return found;
  const entry = createRequire(import.meta.url).resolve('@corridor/adapters-rails/kyc');
  return new URL('drawing-worker.js', pathToFileURL(entry));
}

async function drawOne(bytes: Uint8Array, limits: DrawingLimits): Promise<Result<DrawnDocument>> {
  const { timeoutMs, heapMb, libraryMb, maxPages, maxPixels } = limits;
  const worker = new Worker(workerFile(), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // The thread needs neither the secrets of the process nor the modules that it was started with.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const tooLong = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), timeoutMs)));
    const loading = optionalPackage('@hyzyla/pdfium@2.1.13', () => answerOf(worker));
    if ((await Promise.race([loading, tooLong])) === 'late') return refused(lateText(timeoutMs));
    const request: DrawRequest = { bytes, maxPages, width: WIDTH, maxPixels, maxMemory: libraryMb * 1024 * 1024 };
    const answering = answerOf(worker);
    worker.postMessage(request);
    const answer = await Promise.race([answering.catch(() => null), tooLong]);
    if (answer === 'late') return refused(lateText(timeoutMs));
    if (answer === null) return refused('needs more memory than a file may use');
    if (answer.kind !== 'drawn') return refused(reasonOf(answer));
    if (answer.pages.length === 0) return refused('has no pages');
    return ok({ content: await joined(answer.pages), drawn: answer.pages.length, pages: answer.count });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const lateText = (timeoutMs: number): string => `takes longer than ${timeoutMs / 1000} seconds to draw`;

/** The next answer. Throws if the thread ends before it. */
const answerOf = (worker: Worker): Promise<DrawAnswer> =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that draws a PDF has ended')));
  });

const reasonOf = (answer: Exclude<DrawAnswer, { kind: 'drawn' }>): string => {
  const reason = answer.kind === 'failed' ? answer.reason : '';
  if (/password/i.test(reason)) return 'is encrypted';
  if (/memory|allocat|out of bounds/i.test(reason)) return 'needs more memory than a file may use';
  if (/longer than it is wide/.test(reason)) return 'has a page of an unusual size';
  return 'is damaged, or has no page that can be drawn';
};

/** The pages below each other in one picture, so that one look at a document is one request. */
async function joined(pages: readonly DrawnPage[]): Promise<Uint8Array> {
  const { default: sharp } = await optionalPackage('sharp@0.35.5', () => import('sharp'));
  const width = Math.max(...pages.map((page) => page.width));
  const height = pages.reduce((sum, page) => sum + page.height + GAP, -GAP);
  const tops: number[] = [];
  pages.reduce((top, page) => (tops.push(top), top + page.height + GAP), 0);
  const picture = sharp({ create: { width, height, channels: 3, background: '#ffffff' } }).composite(
    pages.map((page, index) => ({
      input: Buffer.from(page.pixels.buffer, page.pixels.byteOffset, page.pixels.length),
      raw: { width: page.width, height: page.height, channels: 4 as const },
      left: 0,
      top: tops[index]!,
    })),
  );
  return picture.png().toBuffer();
}
