import { type MessagePort, parentPort } from 'node:worker_threads';
import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';

/** The thread that draws pages of a PDF: draw-in-worker.ts starts one for each file. */
export interface DrawRequest {
  readonly bytes: Uint8Array;
  /** So many of the first pages are drawn. */
  readonly maxPages: number;
  /** The width of a picture, in pixels. */
  readonly width: number;
  /** The pixels of one page. A longer page is drawn smaller. */
  readonly maxPixels: number;
  /** The memory of the library, in bytes. */
  readonly maxMemory: number;
}

/** A page as rows of red, green, blue and alpha. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export type DrawAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly pages: readonly DrawnPage[]; readonly count: number }
  | { readonly kind: 'failed'; readonly reason: string };

const PAGE_BYTES = 65_536;

/** What of WebAssembly is needed here; its types belong to browsers. */
interface LibraryMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The memory of WebAssembly is not that of the thread, so its growth is limited here. */
function limitMemory(maxMemory: number): void {
  const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: LibraryMemory } } }).WebAssembly;
  const { grow } = Memory.prototype;
  Memory.prototype.grow = function limited(this: LibraryMemory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > maxMemory) throw new RangeError('the memory of a PDF is limited');
    return grow.call(this, pages);
  };
}

async function draw(library: PDFiumLibrary, request: DrawRequest): Promise<DrawAnswer> {
  const { bytes, maxPages, width, maxPixels } = request;
  const document: PDFiumDocument = await library.loadDocument(bytes);
  const count = document.getPageCount();
  const pages: DrawnPage[] = [];
  for (let index = 0; index < Math.min(count, maxPages); index += 1) {
    const page = document.getPage(index);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    if (!(originalWidth > 0) || !(originalHeight > 0)) throw new Error('a page has no size');
    const ratio = originalHeight / originalWidth;
    const shrunk = Math.min(1, Math.sqrt(maxPixels / (width * width * ratio)));
    const size = {
      width: Math.max(1, Math.floor(width * shrunk)),
      height: Math.max(1, Math.floor(width * shrunk * ratio)),
    };
    if (size.width * size.height > maxPixels * 2) throw new Error('a page is far longer than it is wide');
    const drawn = await page.render({ ...size, render: async ({ data }) => data });
    pages.push({ width: drawn.width, height: drawn.height, pixels: drawn.data });
  }
  return { kind: 'drawn', pages, count };
}

async function answerOn(port: MessagePort): Promise<void> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  port.on('message', (request: DrawRequest) => {
    limitMemory(request.maxMemory);
    void PDFiumLibrary.init()
      .then((library) => draw(library, request))
      .catch((cause: unknown): DrawAnswer => ({
        kind: 'failed',
        reason: cause instanceof Error ? cause.message : String(cause),
      }))
      .then((answer) => port.postMessage(answer));
  });
  port.postMessage({ kind: 'ready' } satisfies DrawAnswer);
}

// A failure ends the thread, and the other one receives it.
if (parentPort !== null) void answerOn(parentPort);
