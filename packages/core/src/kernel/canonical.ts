/** An entry of the stack: literal text, or a value that is not rendered yet. */
type Part = string | { readonly value: unknown };

/**
 * Renders a value as one text, with fields in sorted order, so that equal bodies have equal digests. Undefined fields
 * are left out; a bigint is written as `123n`. Iterative, because a deeply nested body would overflow the call stack.
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
