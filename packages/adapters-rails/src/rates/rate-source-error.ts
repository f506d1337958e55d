/** A rate source returned no usable table. The message says why and fits into a log line. */
export class RateSourceError extends Error {
  override readonly name = 'RateSourceError';
}
