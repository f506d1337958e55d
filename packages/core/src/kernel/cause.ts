/** What was thrown, in one line for whoever reads the log. */
export const describeCause = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
