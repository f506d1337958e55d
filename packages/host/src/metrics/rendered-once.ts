/**
 * Renders once for all who ask meanwhile: the text is long, and anyone who reaches the port can ask for it. A rendering begins
 * for the next one who asks after it.
 */
export function renderedOnce<T>(render: () => Promise<T>): () => Promise<T> {
  let rendering: Promise<T> | null = null;
  return () => (rendering ??= render().finally(() => (rendering = null)));
}
