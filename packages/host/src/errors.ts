/** Something that whoever runs the command can put right: shown as one line, without a stack. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** A command that was not called as it is meant to be. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}

/** A setting that cannot be used. The message names it and fits on one line. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** By name, so that telling them apart loads no adapter. */
const EXPECTED = new Set([
  'CommandError',
  'UsageError',
  'ConfigurationError',
  'MasterKeyError',
  'SealError',
  'Unavailable',
]);

export const isExpected = (error: unknown): error is Error => error instanceof Error && EXPECTED.has(error.name);
