import type { ServiceIdentifier } from 'inversify';

type Tokens = Readonly<Record<string, ServiceIdentifier<unknown>>>;

/** What tokens stand for, by the same names. */
type Resolved<N extends Tokens> = {
  readonly [K in keyof N]: N[K] extends ServiceIdentifier<infer T> ? T : never;
};

/**
 * The arguments of `toResolvedValue` for a factory that needs many things: it takes them by name, where the container
 * hands them over by position.
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
