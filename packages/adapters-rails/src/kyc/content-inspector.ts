import { err, ok, type Result } from '@corridor/core';
import type { ContentInspector } from '@corridor/core/ports';
import type { ContentType } from '@corridor/core/records';
import { optionalPackage } from '@corridor/core/internal';
import { faultOfPdf } from './inspect-pdf.js';

/** Current phone cameras produce up to 50 million pixels. A larger picture is an attempt to exhaust the memory. */
const MAX_PIXELS = 64_000_000;

/** Interlaced and progressive pictures are held in memory as a whole while they are decoded. */
const MAX_HELD_BYTES = 128 * 1024 * 1024;
const BYTES_PER_SAMPLE = 2;
/**
 * Maximum number of scans of a progressive JPEG. The decoder goes over the whole picture for each scan, however few
 * bytes the scan has. Common programs write about a dozen.
 */
const MAX_PASSES = 100;

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The marker that starts a scan; the third byte is the high byte of a length that is always small. */
const JPEG_PASS = Buffer.from([0xff, 0xda, 0x00]);
const PDF = Buffer.from('%PDF-');
const PDF_WITHIN = 1024;

/** Recognizes documents by their structure: decodes pictures, and follows a PDF from its end to its first page. */
export const contentInspector = (): ContentInspector => ({
  async inspect(content) {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
    if (startsWith(bytes, JPEG)) {
      return hasTooManyPasses(bytes)
        ? refuseContent('is a picture with too many passes: save it without progressive encoding')
        : picture(bytes, 'jpeg', 'image/jpeg');
    }
    if (startsWith(bytes, PNG)) return picture(bytes, 'png', 'image/png');
    if (!bytes.subarray(0, PDF_WITHIN).includes(PDF)) return refuseContent('is not a PDF, JPEG or PNG file');
    const fault = faultOfPdf(bytes);
    return fault === null ? ok('application/pdf') : refuseContent(fault);
  },
});

const startsWith = (bytes: Buffer, signature: Buffer): boolean => bytes.subarray(0, signature.length).equals(signature);

function hasTooManyPasses(bytes: Buffer): boolean {
  let passes = 0;
  for (let at = bytes.indexOf(JPEG_PASS); at >= 0 && passes <= MAX_PASSES; at = bytes.indexOf(JPEG_PASS, at + 1)) {
    passes += 1;
  }
  return passes > MAX_PASSES;
}

const refuseContent = (message: string) =>
  err('UNSUITABLE_DOCUMENT', `The file ${message}`, { errors: [{ field: 'file', message }] });

async function picture(bytes: Buffer, format: string, contentType: ContentType): Promise<Result<ContentType>> {
  // Loaded with the first picture, because a start does not need it.
  const { default: sharp } = await optionalPackage('sharp@0.35.5', () => import('sharp'));
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true });
    const metadata = await image.metadata();
    if (metadata.format !== format) return refuseContent(`is not a ${format.toUpperCase()} picture`);
    const { width, height, channels, isProgressive } = metadata;
    if (isProgressive && width * height * channels * BYTES_PER_SAMPLE > MAX_HELD_BYTES) {
      return refuseContent(
        'has too many pixels for a progressive or interlaced picture: save it without progressive encoding or interlacing',
      );
    }
    // Decodes every line, so that a truncated picture is detected.
    await image.resize(64, 64, { fit: 'inside', fastShrinkOnLoad: false }).raw().toBuffer();
    return ok(contentType);
  } catch {
    return refuseContent('is damaged, incomplete, or has too many pixels');
  }
}
