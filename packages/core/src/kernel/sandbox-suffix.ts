/** Endings of identifiers and names that select an outcome in the sandbox (docs/sandbox.md). */
export const SANDBOX_SUFFIXES = [
  ...(['001', '002', '003', '004', '005', '006', '007', '008', '009'] as const),
  ...(['102', '103', '104', '105', '106', '107'] as const),
] as const;
export type SandboxSuffix = (typeof SANDBOX_SUFFIXES)[number];

/** The sandbox suffix of an identifier (before the `@` if it has a domain); null if it has none. */
export function sandboxSuffix(identifier: string): SandboxSuffix | null {
  const at = identifier.lastIndexOf('@');
  const ending = (at < 0 ? identifier : identifier.slice(0, at)).slice(-3);
  return SANDBOX_SUFFIXES.find((suffix) => suffix === ending) ?? null;
}
