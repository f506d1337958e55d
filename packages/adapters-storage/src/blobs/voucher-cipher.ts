import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { VoucherCipher } from '@corridor/core/ports';
import { decrypt, encrypt } from './encrypted.js';

const [zipped, unzipped] = [promisify(gzip), promisify(gunzip)];
/** Begins the content of each voucher. */
const FORMAT = 'corridor voucher 1\n';

/** Files that were exchanged with banks, compressed with gzip and encrypted like the files of the archive. */
export const createVoucherCipher = (): VoucherCipher => ({
  pack: async (content, key, place) => encrypt(await zipped(content), { format: FORMAT, key, place }),
  unpack: async (packed, key, place) => unzipped(decrypt(packed, { format: FORMAT, key, place })),
});
