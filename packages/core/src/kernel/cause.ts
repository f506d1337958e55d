/** Renders a thrown value as one line for the log. */
export const describeCause = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
