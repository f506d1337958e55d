/** Calls `work` for every item, at most `limit` at a time. Rejects with the first error, after all that began ended. */
export async function inParallel<T>(
  limit: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < items.length) {
      const item = items[next]!;
      next += 1;
      await work(item);
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, run));
  const failed = lanes.find((lane) => lane.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
