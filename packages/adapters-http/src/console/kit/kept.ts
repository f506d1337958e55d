import type { Fields } from '@corridor/core';

/** What an operator has entered before. */
export interface KeptForm {
  readonly form: URLSearchParams;
  /** The form was sent, and its confirmation is shown; otherwise its session ended before it was accepted. */
  readonly awaitsConfirmation: boolean;
}

/** The names of fields whose values the log hides. */
export const secretNames = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === 'secret' || field.shown !== undefined) return [name];
    return 'fields' in field ? secretNames(field.fields).map((within) => `${name}.${within}`) : [];
  });

/** The token of the session and the digest of a confirmation belong to the page that sent them. */
const OF_PAGE = ['csrf', 'confirmed'];

export const withoutNames = (form: URLSearchParams, names: readonly string[]): URLSearchParams =>
  new URLSearchParams([...form].filter(([name]) => !names.includes(name) && !OF_PAGE.includes(name)));
