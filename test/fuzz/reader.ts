import type { Arbitrary, IRawProperty } from 'fast-check';

export type Input = string | Uint8Array;

/** The outcome of a document that the reader accepts. Each other outcome is a declared refusal. */
export const READ = 'read';

/** One reader of bytes that others have written, and what it promises. */
export interface Reader {
  /** Also the name of its folder in the corpus. */
  readonly name: string;
  /** The modules that it covers, by their paths from `packages`. */
  readonly sources: readonly string[];
  /** Inputs that it accepts. They are played first, and changed byte by byte. */
  readonly genuine: readonly Input[];
  /** Inputs built by the grammar of the format, whole or with parts changed. */
  readonly inputs: Arbitrary<Input>;
  /**
   * Reads the bytes and checks what was read. Returns `READ` or the declared refusal; throws if the reader breaks its
   * promise: another error, or a value that it must not accept.
   */
  readonly read: (bytes: Uint8Array) => string | Promise<string>;
  /** What is written is read back, and the like. */
  readonly laws?: Readonly<Record<string, IRawProperty<unknown, boolean>>>;
  /** Runs of one round; default 150. */
  readonly runs?: number;
  /** Why no changed input can be accepted, or why each is; tests otherwise expect both outcomes. */
  readonly always?: 'read' | 'refused' | 'either';
}

export const toBytes = (input: Input): Uint8Array => (typeof input === 'string' ? Buffer.from(input, 'utf8') : input);

/** The text of bytes as programs decode files and bodies: other bytes become replacement characters. */
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** Runs a read that refuses by throwing errors of declared classes; another error is passed on. */
export async function refusing(
  declared: readonly (abstract new (...args: never[]) => Error)[],
  read: () => unknown,
): Promise<string> {
  try {
    await read();
    return READ;
  } catch (cause) {
    const kind = declared.find((one) => cause instanceof one);
    if (kind === undefined) throw cause;
    return kind.name;
  }
}

/** The outcome of a read that returns null for what it refuses. */
export const orNull = (value: unknown): string => (value === null ? 'null' : READ);

/** The outcome of a `Result`. */
export const outcomeOf = (result: { readonly ok: true } | { readonly ok: false; readonly error: { code: string } }) =>
  result.ok ? READ : result.error.code;

/** Throws unless a condition holds of what was read. */
export function promise(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`the reader accepted what it must refuse: ${what}`);
}

/** Whether a time can be written as a date of four digits. */
export const isSoundTime = (at: number): boolean => Number.isFinite(at) && Math.abs(at) <= 253_402_300_799_999;
