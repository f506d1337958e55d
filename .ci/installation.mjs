// Which packages the set-up installs, and what it records about them.
import { createHash } from 'node:crypto';

/** Node cannot load better-sqlite3 13 below this Node-API; the set-up then builds 12, which npm calls by this name. */
export const NODE_API_OF_DRIVER = 10;
export const OLDER_DRIVER = 'better-sqlite3-12';

export const digestOf = (text) => createHash('sha256').update(text).digest('hex');

/**
 * The set of packages to install: `service` is what a host needs, `all` what tests need too. Null if nothing is to be
 * installed. `record` is what the last set-up recorded, `digest` that of the lock file. A clone that has everything
 * keeps everything.
 */
export function setToInstall(wanted, record, digest) {
  const set = wanted === 'all' || record?.set === 'all' ? 'all' : 'service';
  const isInstalled = record?.lock === digest && (record.set === 'all' || set === 'service');
  return isInstalled ? null : set;
}

/**
 * Whether all packages of the lock file are installed: npm lists in `hidden` what it installed, and each package is still
 * there.
 */
export function hasAll(lock, hidden, isThere) {
  return Object.entries(lock.packages).every(([path, one]) => {
    if (!path.includes('node_modules/') || one.optional || one.peer) return true;
    const found = hidden?.packages[path];
    return found !== undefined && found.version === one.version && isThere(path);
  });
}

/** The arguments of npm that install a set. No package runs a script: the set-up runs those that are allowed. */
export function npmArguments(set, nodeApi) {
  const every = ['ci', '--ignore-scripts'];
  if (set === 'all') return [...every, '--include=dev'];
  const older = nodeApi < NODE_API_OF_DRIVER ? ['--workspace=.ci/node-20'] : [];
  return [...every, '--omit=dev', '--include-workspace-root', '--workspace=packages/host', ...older];
}

/** The names of the installed packages whose scripts the repository allows, without the drivers of SQLite. */
export function allowedScripts(allowed, { packages }) {
  const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const names = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript && allowed[nameOf(path)] === true ? [nameOf(path)] : [],
  );
  return [...new Set(names)].sort();
}

/** The number of packages that npm installed; links to packages of the repository do not count. */
export const countOf = ({ packages }) =>
  Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link).length;

/** Whether a file has this `integrity` of a lock file. */
export const hasIntegrity = (bytes, integrity) =>
  integrity.split(' ').some((one) => {
    const [algorithm, digest] = one.split(/-(.*)/s);
    return algorithm === 'sha512' && createHash('sha512').update(bytes).digest('base64') === digest;
  });
