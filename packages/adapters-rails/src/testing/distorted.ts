const ODD = [null, 1.5, -1, 1e300, '', 'x', true, [null], { a: null }, '__proto__'];

/** Copies of the object in which one value, at any depth, is replaced by each of the odd values, or is left out. */
export function* distorted(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const put = (changed: unknown): unknown =>
      Array.isArray(value)
        ? (value as unknown[]).map((item, index) => (String(index) === key ? changed : item))
        : { ...value, [key]: changed };
    yield put(undefined);
    for (const odd of ODD) yield put(odd);
    for (const changed of distorted(inner)) yield put(changed);
  }
}
