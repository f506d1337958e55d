/**
 * Loads packages that only those install who use what needs them. Where one is missing, the error names the command.
 * `packages` are the arguments of that command, such as `pg@8.23.1`; `load` imports or requires them.
 */
export function optionalPackage<T>(packages: string, load: () => Promise<T>): Promise<T>;
export function optionalPackage<T>(packages: string, load: () => T): T;
export function optionalPackage<T>(packages: string, load: () => T | Promise<T>): T | Promise<T> {
  const explain = (cause: unknown): never => {
    throw isMissing(cause, packages) ? new Error(`this needs packages: npm install ${packages}`, { cause }) : cause;
  };
  try {
    const loaded = load();
    return loaded instanceof Promise ? loaded.catch(explain) : loaded;
  } catch (cause) {
    return explain(cause);
  }
}

const NOT_FOUND = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];

/** Whether it is one of these that was not found, and not something that one of them needs itself. */
function isMissing(cause: unknown, packages: string): boolean {
  if (!(cause instanceof Error) || !NOT_FOUND.includes((cause as { readonly code?: string }).code ?? '')) return false;
  const names = packages.split(' ').map((one) => one.slice(0, one.lastIndexOf('@')));
  return names.some((name) => cause.message.includes(`'${name}'`));
}
