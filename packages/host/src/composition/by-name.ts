import type { ServiceIdentifier } from 'inversify';

type Tokens = Readonly<Record<string, ServiceIdentifier<unknown>>>;

/** The resolved type of each token, under the same names. */
type Resolved<N extends Tokens> = {
  readonly [K in keyof N]: N[K] extends ServiceIdentifier<infer T> ? T : never;
};

/**
 * The arguments of `toResolvedValue` for a factory with many dependencies. The container passes dependencies by
 * position; the factory receives them by name.
 */
export function byName<const N extends Tokens, T>(
  needed: N,
  factory: (resolved: Resolved<N>) => T,
): [(...values: readonly unknown[]) => T, ServiceIdentifier<unknown>[]] {
  const names = Object.keys(needed);
  const resolvedOf = (values: readonly unknown[]) =>
    Object.fromEntries(names.map((name, position) => [name, values[position]])) as Resolved<N>;
  return [(...values) => factory(resolvedOf(values)), Object.values(needed)];
}
