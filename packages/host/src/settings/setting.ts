import * as z from 'zod';

/** What the value of an environment variable must look like, and what it means. */
export interface Setting {
  readonly schema: z.ZodType<string, string>;
  readonly default: string | null;
  readonly meaning: string;
  /** Its value is never repeated, not even when it is wrong. */
  readonly secret?: true;
}

export type Settings = Readonly<Record<string, Setting>>;

/** What stands between commas. */
export const listed = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const integer = (min: number, max: number) =>
  z.string().refine((text) => /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max, {
    error: `must be an integer from ${min} to ${max}`,
  });
export const flag = z.enum(['true', 'false'], { error: 'must be true or false' });
export const text = (pattern: RegExp, error: string) => z.string().regex(pattern, { error });
export const present = z.string().min(1, { error: 'must not be empty' });
export const visible = (min: number) =>
  text(
    new RegExp(`^[\\x21-\\x39\\x3b-\\x7e]{${min},255}$`),
    `must be ${min} to 255 characters of printable ASCII without spaces and colons`,
  );
