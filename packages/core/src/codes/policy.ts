/** The form and the limits of the codes of one use. */
export interface CodePolicy {
  /** Name of the use. A code of one use is not valid for another. */
  readonly name: string;
  readonly length: number;
  /** The characters of a code, at most 256; all are equally likely. */
  readonly alphabet: string;
  readonly validForSeconds: number;
  /** The number of attempts after which the code is void. An attempt counts before the comparison. */
  readonly tries: number;
  /** The maximum number of sends an hour for one subject, to all addresses together. */
  readonly sendsPerHour: number;
  /** The code that every recipient has in the sandbox (docs/sandbox.md). */
  readonly sandboxCode: string;
  /** The sender that the message names; null: the name of the platform. */
  readonly sender: string | null;
}

export const DIGITS = '0123456789';
/** Without the ambiguous characters 0 and O, 1, I and L. */
export const LETTERS_AND_DIGITS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
