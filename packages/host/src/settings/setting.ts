import * as z from 'zod';

/** The schema of a setting's value, and its description. */
export interface Setting {
  readonly schema: z.ZodType<string, string>;
  readonly default: string | null;
  readonly meaning: string;
  /** The value is never printed, not even in an error. */
  readonly secret?: true;
  /** Hosts of one database may have different values, so that it is not part of their digest. */
  readonly perHost?: true;
}

export type Settings = Readonly<Record<string, Setting>>;

/** The items of a comma-separated list. */
export const listed = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const integer = (min: number, max: number) =>
  z.string().refine((text) => /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max, {
    error: `must be an integer from ${min} to ${max}`,
  });
export const ratio = z.string().refine((text) => /^\d(\.\d{1,9})?$/.test(text) && Number(text) <= 1, {
  error: 'must be a number from 0 to 1',
});
export const flag = z.enum(['true', 'false'], { error: 'must be true or false' });
export const text = (pattern: RegExp, error: string) => z.string().regex(pattern, { error });
export const present = z.string().min(1, { error: 'must not be empty' });
export const visible = (min: number) =>
  text(
    new RegExp(`^[\\x21-\\x39\\x3b-\\x7e]{${min},255}$`),
    `must be ${min} to 255 characters of printable ASCII without spaces and colons`,
  );
