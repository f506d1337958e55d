import type { FieldError } from '@corridor/core';
import { html, type Html } from './html.js';

/** The content of a form: the values and the errors, by name of the field. */
export interface FormState {
  readonly values: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly errors: readonly FieldError[];
}

export interface Field {
  /** Dot path of the field in the request that the form becomes. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** The field may stay empty, which its label says. Every other field is required. */
  readonly isOptional?: boolean;
  readonly type?: 'text' | 'date' | 'datetime-local' | 'email' | 'tel' | 'number' | 'password';
  /** Rows of a text of several lines. */
  readonly rows?: number;
  readonly autocomplete?: string;
  readonly inputmode?: 'numeric' | 'decimal' | 'text';
  readonly choices?: readonly (readonly [value: string, label: string])[];
  /** What no choice is called; by default it asks to choose. */
  readonly none?: string;
  /** One of the choices always is chosen: there is no empty one. */
  readonly isChosen?: boolean;
  /** An entered value that is not among the choices stays chosen, such as the id of an older record. */
  readonly keepsOther?: boolean;
  /** Characters that a pasted number may have between its groups, and that are not part of it. */
  readonly ignored?: RegExp;
}

/** Blanks of every kind, also those that a person does not see. */
export const BLANKS = /[\s\p{Cf}]/gu;

const idOf = (name: string): string => name.replaceAll('.', '-');

const labelText = ({ label, isOptional }: Field): string => (isOptional === true ? `${label} (optional)` : label);

const errorText = (label: string, { message = 'is not valid' }: FieldError): string => `${label} ${message}`;

const errorOf = ({ errors }: FormState, name: string): FieldError | undefined =>
  errors.find(({ field }) => field === name);

const valueOf = ({ values }: FormState, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value : '';
};

/** A field with its label and hint, and its error directly above the input. */
export function field(state: FormState, of: Field): Html {
  const { name, label, hint } = of;
  const id = idOf(name);
  const error = errorOf(state, name);
  return html`<div class="field">
    <label for="${id}">${labelText(of)}</label>
    ${hint !== undefined && html`<span class="hint" id="${id}-hint">${hint}</span>`}
    ${error !== undefined && html`<span class="error" id="${id}-error">${errorText(label, error)}</span>`}
    ${of.choices !== undefined ? select(state, of, of.choices) : of.rows !== undefined ? area(state, of, of.rows) : input(state, of)}
  </div>`;
}

function described(state: FormState, { name, hint }: Field): Html {
  const error = errorOf(state, name) !== undefined;
  const ids = [hint !== undefined && `${idOf(name)}-hint`, error && `${idOf(name)}-error`].filter(Boolean).join(' ');
  return html`${error && html` aria-invalid="true"`}${ids !== '' && html` aria-describedby="${ids}"`}`;
}

const input = (state: FormState, of: Field): Html =>
  html`<input
    id="${idOf(of.name)}"
    name="${of.name}"
    type="${of.type ?? 'text'}"
    value="${valueOf(state, of.name)}"
    autocomplete="${of.autocomplete ?? 'off'}"
    ${of.inputmode !== undefined && html` inputmode="${of.inputmode}"`}${described(state, of)}
  />`;

const area = (state: FormState, of: Field, rows: number): Html =>
  html`<textarea id="${idOf(of.name)}" name="${of.name}" rows="${rows}" ${described(state, of)}>
${valueOf(state, of.name)}</textarea>`;

function select(state: FormState, of: Field, choices: NonNullable<Field['choices']>): Html {
  const chosen = valueOf(state, of.name);
  return html`<select
    id="${idOf(of.name)}"
    name="${of.name}"
    autocomplete="${of.autocomplete ?? 'off'}"
    ${described(state, of)}
  >
    ${of.isChosen !== true && html`<option value="">${of.none ?? 'Choose…'}</option>`}
    ${
      of.keepsOther === true &&
      chosen !== '' &&
      !choices.some(([value]) => value === chosen) &&
      html`<option value="${chosen}" selected>${chosen}</option>`
    }
    ${choices.map(
      ([value, label]) => html`<option value="${value}" ${value === chosen && html`selected`}>${label}</option>`,
    )}
  </select>`;
}

/** A set of checkboxes, of which any number may be selected. */
export function checkboxes(state: FormState, of: Field): Html {
  const { name, label, hint, choices = [] } = of;
  const id = idOf(name);
  const error = errorOf(state, name);
  const chosen = state.values[name] ?? [];
  return html`<fieldset id="${id}">
    <legend>${labelText(of)}</legend>
    ${hint !== undefined && html`<span class="hint">${hint}</span>`}
    ${error !== undefined && html`<span class="error">${errorText(label, error)}</span>`}
    ${choices.map(
      ([value, text]) =>
        html`<div class="choice">
          <input
            type="checkbox"
            id="${id}-${value}"
            name="${name}"
            value="${value}"
            ${chosen.includes(value) && html`checked`}
          />
          <label for="${id}-${value}">${text}</label>
        </div>`,
    )}
  </fieldset>`;
}

/** Two inputs for the same file: a file from the device, or a new photo. */
export function filePicker(state: FormState, prefix: string): Html {
  const error = errorOf(state, 'file');
  const described = error === undefined ? '' : ` ${prefix}-error`;
  return html`<div class="field">
      <label for="${prefix}-file">Choose a file</label>
      <span class="hint" id="${prefix}-hint">PDF, JPEG or PNG, up to 10 MB</span>
      ${error !== undefined && html`<span class="error" id="${prefix}-error">${errorText('The file', error)}</span>`}
      <input
        id="${prefix}-file"
        name="file"
        type="file"
        accept="application/pdf,image/jpeg,image/png"
        aria-describedby="${prefix}-hint${described}"
        ${error !== undefined && html`aria-invalid="true"`}
      />
    </div>
    <div class="field">
      <label for="${prefix}-photo">Or take a photo</label>
      <input id="${prefix}-photo" name="file" type="file" accept="image/jpeg,image/png" capture="environment" />
    </div>`;
}

/** A list of all errors above the form, each with a link to its field. */
export function errorSummary(errors: readonly { readonly text: string; readonly target: string | null }[]): Html {
  if (errors.length === 0) return html``;
  return html`<div class="summary" role="alert" aria-labelledby="summary">
    <h2 id="summary">Please correct the following</h2>
    <ul>
      ${errors.map(
        ({ text, target }) => html`<li>${target === null ? text : html`<a href="#${idOf(target)}">${text}</a>`}</li>`,
      )}
    </ul>
  </div>`;
}

/** The summary of the form's errors. Errors of fields on other pages are listed without a link. */
export const summaryOf = (state: FormState, fields: readonly Field[]): Html =>
  errorSummary(
    state.errors.map((error) => {
      const known = fields.find(({ name }) => name === error.field);
      return known === undefined
        ? { text: errorText(error.field, error), target: null }
        : { text: errorText(known.label, error), target: known.name };
    }),
  );
