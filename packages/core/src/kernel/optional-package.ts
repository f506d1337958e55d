/**
 * Loads an optional package on first use. If it is not installed, the error names the command that installs it.
 * `packages` are the arguments of that command, such as `pg@8.23.1`; `load` imports or requires them.
 */
export function optionalPackage<T>(packages: string, load: () => Promise<T>): Promise<T>;
export function optionalPackage<T>(packages: string, load: () => T): T;
export function optionalPackage<T>(packages: string, load: () => T | Promise<T>): T | Promise<T> {
  const explain = (cause: unknown): never => {
    if (!isMissing(cause, packages)) throw cause;
    throw new Error(`an optional package is not installed; run: npm install ${packages}`, { cause });
  };
  try {
    const loaded = load();
    return loaded instanceof Promise ? loaded.catch(explain) : loaded;
  } catch (cause) {
    return explain(cause);
  }
}

const NOT_FOUND = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];

/** Whether one of these packages itself was not found, and not a dependency of one of them. */
function isMissing(cause: unknown, packages: string): boolean {
  if (!(cause instanceof Error) || !NOT_FOUND.includes((cause as { readonly code?: string }).code ?? '')) return false;
  const names = packages.split(' ').map((each) => each.slice(0, each.lastIndexOf('@')));
  return names.some((name) => cause.message.includes(`'${name}'`));
}
