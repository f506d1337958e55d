/** How the codes of one use are made and what guards them. */
export interface CodePolicy {
  /** Name of the use: codes of one use say nothing for another. */
  readonly name: string;
  readonly length: number;
  /** The characters of a code, at most 256; each is as likely as the others. */
  readonly alphabet: string;
  readonly validForSeconds: number;
  /** Counted before comparing; then the code is of no use any more. */
  readonly tries: number;
  /** For one subject, wherever they go. */
  readonly sendsPerHour: number;
  /** The code of everybody in the sandbox (behaviour, "Sandbox"). */
  readonly sandboxCode: string;
  /** Who the message says that it comes from; null: the platform by its name. */
  readonly sender: string | null;
}

export const DIGITS = '0123456789';
/** Without what is mistaken for another: 0 and O, 1, I and L. */
export const LETTERS_AND_DIGITS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
