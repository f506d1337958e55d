/** What is still to be written: text as it is, or a value. */
type Part = string | { readonly value: unknown };

/**
 * One text for each value, whatever the order of its fields: two bodies that mean the same have the same digest.
 * Fields that are undefined do not count; bigints are written as they are printed. Without recursion, which a deeply
 * nested body would drive out of the stack.
 */
export function canonicalText(value: unknown): string {
  let text = '';
  const open: Part[] = [{ value }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (typeof part === 'string') text += part;
    else if (typeof part.value === 'object' && part.value !== null) {
      for (const inner of partsOf(part.value).reverse()) open.push(inner);
    } else text += typeof part.value === 'bigint' ? `${part.value}n` : (JSON.stringify(part.value) ?? 'null');
  }
  return text;
}

function partsOf(value: object): Part[] {
  const isList = Array.isArray(value);
  const fields: readonly (readonly [string, unknown])[] = isList
    ? value.map((item) => ['', item] as const)
    : Object.entries(value)
        .filter(([, part]) => part !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, part]) => [`${JSON.stringify(name)}:`, part] as const);
  const parts = fields.flatMap(([name, part], index): Part[] => [`${index > 0 ? ',' : ''}${name}`, { value: part }]);
  return [isList ? '[' : '{', ...parts, isList ? ']' : '}'];
}
