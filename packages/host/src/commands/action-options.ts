import { type Field, type Fields, optionOf } from '@corridor/core';
import { head, type Head, type OptionLine } from './command.js';

/** A field as the command line asks for it. Fields of a group are options of their own. */
export interface Asking {
  /** Its path in the input, such as `merchant.mcc`. */
  readonly path: string;
  readonly option: string;
  readonly field: Field;
  /** It must be given, unless its group may be absent and is. */
  readonly isRequired: boolean;
}

export function askings(fields: Fields, before = '', isWithin = true): readonly Asking[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = before + name;
    const isRequired = isWithin && field.required;
    if (field.kind === 'group') return askings(field.fields, `${path}.`, isRequired);
    return [{ path, option: optionOf(name, field).name, field, isRequired }];
  });
}

/** The lines of the help for an input. */
export const optionLines = (fields: Fields): readonly OptionLine[] =>
  askings(fields).map(({ path, field }) => {
    const name = path.split('.').at(-1)!;
    const { meaning } = optionOf(name, field);
    const isList = field.kind === 'groups';
    return { heads: [headOf(name, field)], meaning: isList ? `${meaning}: a JSON file with a list of them` : meaning };
  });

function headOf(path: string, field: Field): Head {
  const { name, value } = optionOf(path, field);
  if (field.kind === 'groups') return head(name, 'FILE');
  if (field.kind === 'flag' && value === '') return { name, isFlag: true };
  const words =
    field.kind === 'choice' || field.kind === 'choices' ? field.choices.map(([choice]) => choice) : undefined;
  return head(name, value, words);
}
