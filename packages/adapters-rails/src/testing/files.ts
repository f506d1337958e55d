import { deflateSync, crc32 } from 'node:zlib';

/** A PDF with one page in the usual layout: objects, a cross-reference table, and its position. */
export function pdf(text = 'Corridor'): Buffer {
  const content = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 5\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}

/** A PNG picture with this many pixels of one colour; the file stays small for any size. */
export function png(width = 8, height = 8): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height, 1), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG picture of 16 by 16 pixels. */
export const jpeg = (): Buffer =>
  Buffer.from(
    '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAA//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKwBBv/Z',
    'base64',
  );

const BITS_OF_A_FREQUENCY = 14;

/**
 * A progressive JPEG picture in grey, 8 by 8 pixels, in this many scans (at most 883), each with one bit of one
 * frequency.
 */
export function jpegInPasses(passes: number): Buffer {
  const segment = (marker: number, ...body: readonly number[]) => [0xff, marker, 0, body.length + 2, ...body];
  // Each Huffman table has one code of one bit: "no difference" in the first table, "end of block" in the second.
  const codes = (table: number) => segment(0xc4, table, 1, ...Array<number>(15).fill(0), 0);
  const pass = (frequency: number, bits: number) => [...segment(0xda, 1, 1, 0, frequency, frequency, bits), 0x7f];
  const refining = Array.from({ length: passes - 1 }, (_, index) => {
    const bit = BITS_OF_A_FREQUENCY - 1 - (index % BITS_OF_A_FREQUENCY);
    const before = bit === BITS_OF_A_FREQUENCY - 1 ? 0 : bit + 1;
    return pass(1 + Math.floor(index / BITS_OF_A_FREQUENCY), before * 16 + bit);
  });
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, 0, ...Array<number>(64).fill(1)),
    ...segment(0xc2, 8, 0, 8, 0, 8, 1, 1, 0x11, 0),
    ...codes(0x00),
    ...codes(0x10),
    ...pass(0, 0),
    ...refining.flat(),
    ...[0xff, 0xd9],
  ]);
}
