import { err, ok, type Result } from '@corridor/core';
import type { RailStore, RailWrites } from '@corridor/core/ports';
import { fileOf, type OutgoingFile, type StoredBatch, type StoredFile, storedFile } from './file-records.js';
import { fileStatusAfter } from './file-states.js';
import { BATCHES, FILES, paymentOf, PAYMENTS, storedPayment } from './payment-records.js';
import { statusAfter } from './payment-states.js';
import { unspend } from './prepare-files.js';
import { closeProblem, contentProblem } from './problems.js';

export const unknown = (messageId: string) => err('REFERENCE_NOT_FOUND', `no file has the MsgId ${messageId}`);

/** The event of a file by how it is taken back: of one that is sent for the first time, and of one that is sent again. */
const EVENTS = {
  'before the upload': ['discard', 'keep'],
  withdrawn: ['withdraw', 'withdraw-resent'],
} as const;

/**
 * Takes a file back before it is uploaded, or after its temporary file was withdrawn; its payments wait for a new file. A
 * file that was sent before is not sent again. 404 REFERENCE_NOT_FOUND; 409 CONFLICT if the bank may have it.
 */
export const takeBack = (
  store: RailStore,
  messageId: string,
  how: keyof typeof EVENTS = 'before the upload',
): Promise<Result<StoredFile>> =>
  store.run(async (records) => {
    const record = await records.get(FILES, messageId);
    if (record === null) return unknown(messageId);
    const file = fileOf(record);
    const wasSent = file.requestedBy !== null;
    const [ofFirst, ofResent] = EVENTS[how];
    const next = fileStatusAfter(file.status, wasSent ? ofResent : ofFirst);
    if (next === null) return err('CONFLICT', `the file ${messageId} is ${file.status}; the bank may have it`);
    const changed = records.change(record, { status: next });
    await closeProblem(records, contentProblem(messageId));
    if (!wasSent) {
      await withdrawAll(records, file);
      await unspend(records, file);
    }
    return ok(storedFile(changed));
  });

/** The payments of a discarded file wait again. */
async function withdrawAll(records: RailWrites, file: OutgoingFile): Promise<void> {
  for (const batch of await records.getMany(BATCHES, file.batches)) {
    const { references } = batch.value as StoredBatch;
    for (const record of await records.getMany(PAYMENTS, references)) {
      const next = statusAfter(paymentOf(record).status, 'withdraw');
      const value = {
        ...storedPayment(record),
        messageId: null,
        paymentInformationId: null,
        acceptance: null,
        question: null,
      };
      if (next !== null) records.change(record, { status: next, value });
    }
  }
}
