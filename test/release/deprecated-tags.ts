const TAG = /@deprecated\b([^\n]*(?:\n\s*\*(?!\/)(?!\s*@)[^\n]*)*)/g;
const FORM = /^Use `[^`]+`.*\. Removed in (\d+)\.(\d+)\.(\d+)\.$/;

/** The faults of the `@deprecated` tags in a source file, for a release of this version. */
export function deprecatedTagFaults(source: string, version: string): readonly string[] {
  return [...source.matchAll(TAG)].flatMap(([, said = '']) => {
    const text = said
      .replaceAll(/\n\s*\*/g, ' ')
      .replace(/\*\/.*$/, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const form = FORM.exec(text);
    if (form === null) return [`"${text}" does not say: Use \`…\`. Removed in x.y.z.`];
    const removal = form.slice(1).map(Number);
    if (!allowsRemoval(removal)) return [`${removal.join('.')} is not a version that may remove anything`];
    return isLater(removal, version.split('.').map(Number)) ? [] : [`"${text}" should be gone by ${version}`];
  });
}

/** A new major version; while there is none yet, a new minor one. */
const allowsRemoval = ([major, minor, patch]: readonly number[]): boolean =>
  patch === 0 && (major === 0 || minor === 0);

function isLater(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && one[at]! > other[at]!;
}
