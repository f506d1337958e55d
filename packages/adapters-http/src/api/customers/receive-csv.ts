import { type Context, type Core, ok, type Result } from '@corridor/core';
import { invalidFields } from '@corridor/core/ports';
import type { BulkImport } from '@corridor/core/records';
import type { Intake } from '@corridor/core/internal';
import type { IncomingFile } from '../../kit/multipart.js';
import { csvRows, UnreadableCsv } from './csv-rows.js';

/** A file that is completely stored and not yet accepted. */
export type Received = Pick<BulkImport, 'id'>;

const fileError = (message: string): Result<never> => invalidFields([{ field: 'file', message }]);

/**
 * Stores a file of customers row by row. INVALID_INPUT on `file` if it is not CSV in UTF-8, has missing, unknown or
 * duplicate columns, or has no rows; nothing of the file is kept then.
 */
export async function receiveCsv(core: Core, ctx: Context, { bytes }: IncomingFile): Promise<Result<Received>> {
  let intake: Intake | null = null;
  let isWhole = false;
  try {
    for await (const row of csvRows(bytes)) {
      if (intake === null) {
        const opened: Result<Intake> = await core.bulkImports.open(ctx, row);
        if (!opened.ok) return opened;
        intake = opened.value;
      } else {
        const added = await intake.add(row);
        if (!added.ok) return added;
      }
    }
    if (intake === null) return fileError('is empty');
    const ended = await intake.end();
    isWhole = ended.ok;
    return ended.ok ? ok({ id: intake.id }) : ended;
  } catch (cause) {
    if (cause instanceof UnreadableCsv) return fileError(cause.message);
    throw cause;
  } finally {
    if (!isWhole) await intake?.discard();
  }
}
