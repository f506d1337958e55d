import type { Schema } from './table.js';

/**
 * Discards the stored sums of the trial balance. Before, a host could store sums that lacked postings which another host
 * committed while it added up. The next trial balance reads the whole journal and stores them again.
 */
export async function trialBalance(db: Schema): Promise<void> {
  await db.deleteFrom('positions').execute();
}
