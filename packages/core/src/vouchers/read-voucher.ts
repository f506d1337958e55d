import type { Digest, Sealer } from '../kernel/index.js';
import type { BlobStore } from '../verification/index.js';
import { openMonthKey } from './month-key.js';
import type { VoucherCipher } from './ports.js';
import { blobKeyOf, type Voucher, type VoucherMonth } from './voucher.js';

export interface ReadVoucherPorts {
  readonly digest: Digest;
  readonly sealer: Sealer;
  readonly blobs: BlobStore;
  readonly cipher: VoucherCipher;
}

/** Why the content of a voucher cannot be read. */
export class UnreadableVoucher extends Error {
  override readonly name = 'UnreadableVoucher';
}

/** The content of a voucher, compared with its digest. Throws an `UnreadableVoucher`. */
export async function readVoucher(
  { digest, sealer, blobs, cipher }: ReadVoucherPorts,
  voucher: Voucher,
  month: VoucherMonth | null,
): Promise<Uint8Array> {
  const { id, tenant } = voucher;
  if (month === null) throw new UnreadableVoucher(`the voucher ${id} has no month ${voucher.month} with its key`);
  if (month.sealedKey === null) throw new UnreadableVoucher(`the key of the month ${month.id} is deleted`);
  const packed = await blobs.get(tenant, blobKeyOf(digest, voucher));
  if (packed === null) throw new UnreadableVoucher(`the content of the voucher ${id} is missing`);
  let content: Uint8Array;
  try {
    content = await cipher.unpack(packed, openMonthKey(sealer, month.id, month.sealedKey), id);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnreadableVoucher(`the content of the voucher ${id} cannot be opened: ${reason}`, { cause });
  }
  if (digest.sha256(content) !== voucher.digest)
    throw new UnreadableVoucher(`the content of the voucher ${id} was changed: it does not have its digest`);
  return content;
}
