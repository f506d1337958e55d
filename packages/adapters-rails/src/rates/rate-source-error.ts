/** A source of rates gave no table that can be used. The message says why and fits into a log line. */
export class RateSourceError extends Error {
  override readonly name = 'RateSourceError';
}
