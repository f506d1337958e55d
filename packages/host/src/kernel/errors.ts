/** An error that the user of the command can correct: printed as one line, without a stack. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** A command that was called with wrong arguments. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}

/** A setting that cannot be used. The message names it and fits on one line. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Compared by name, so that no adapter has to be loaded. */
const EXPECTED = new Set([
  'CommandError',
  'UsageError',
  'ConfigurationError',
  'MasterKeyError',
  'SealError',
  'Unavailable',
]);

export const isExpected = (error: unknown): error is Error => error instanceof Error && EXPECTED.has(error.name);
