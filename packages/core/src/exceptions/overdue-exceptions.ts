import type { Id, Reads } from '../kernel/index.js';
import { type ExceptionRecord, EXCEPTIONS } from './exception.js';

/** The reference of an exception about an overdue debt: the entry, and the number of the exception from the second on. */
export const overdueReference = (entryId: Id<'JournalEntry'>, time: number): string =>
  time === 1 ? entryId : `${entryId}/${time}`;

/** The entry of such a reference. */
export const owedEntry = (reference: string): Id<'JournalEntry'> =>
  reference.replace(/\/\d+$/, '') as Id<'JournalEntry'>;

/** The exceptions about the debt that an entry put on an internal account, the oldest first. */
export async function overdueOf(
  reads: Reads,
  account: Id<'InternalAccount'>,
  entryId: Id<'JournalEntry'>,
): Promise<readonly ExceptionRecord[]> {
  const found: ExceptionRecord[] = [];
  for (let time = 1; ; time++) {
    const matter = ['RECEIVABLE_OVERDUE', account, overdueReference(entryId, time)] as const;
    const exception = await reads.find(EXCEPTIONS, 'matter', matter);
    if (exception === null) return found;
    found.push(exception);
  }
}
