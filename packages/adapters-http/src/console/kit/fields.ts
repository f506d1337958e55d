import { checkboxes, field, type Field, type FormState, summaryOf } from '../../pages/fields.js';
import { html, type Html } from '../../pages/html.js';

/** Times are entered as pages show them. */
export const TIME_HINT = 'UTC, such as 2026-01-31 10:00';

/** A field of a form of the console. `many`: a checkbox for each choice. */
export interface ConsoleField extends Field {
  readonly many?: boolean;
  /** A time in UTC. */
  readonly isTime?: true;
  /**
   * The field of a filter has the id of a record: links of pages set it, and a form shows it as a chip that removes it.
   * No operator has to enter an id.
   */
  readonly byLink?: true;
  /** The choice that a list has without one in its address, such as open exceptions. */
  readonly byDefault?: string;
}

/** A field of a filter that takes a time. */
export const timeField = (name: string, label: string, hint: string = TIME_HINT): ConsoleField => ({
  ...{ name, label, hint },
  isTime: true,
});

/** The fields of a form with their errors, below a list of all errors. */
export const fieldsOf = (state: FormState, fields: readonly ConsoleField[]): Html =>
  html`${summaryOf(state, fields)} ${fields.map((each) => fieldOf(state, each))}`;

export const fieldOf = (state: FormState, of: ConsoleField): Html =>
  of.many === true ? checkboxes(state, of) : field(state, of);

/** The values of the fields as they were entered. */
export const enteredValues = (form: URLSearchParams, fields: readonly ConsoleField[]): FormState['values'] =>
  Object.fromEntries(
    fields.map(({ name, many }) => [name, many === true ? form.getAll(name) : (form.get(name) ?? undefined)]),
  );

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/** A hidden field for each entered value, for the page that asks for a confirmation. */
export const hiddenFields = (form: URLSearchParams, names: readonly string[]): Html =>
  html`${names.flatMap((name) => form.getAll(name).map((value) => hidden(name, value)))}`;
