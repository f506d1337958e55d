// What a command of CONTRIBUTING.md#test runs, by its arguments.

/** Options of Vitest whose value can stand in the next argument. */
const WITH_VALUE =
  /^(-t|-c|-r|--(testNamePattern|config|root|dir|reporter|outputFile|bail|retry|shard|pool|maxWorkers|testTimeout|hookTimeout|project|exclude|sequence\..+|coverage\..+))$/;

const isPath = (argument, index, all) => !argument.startsWith('-') && !WITH_VALUE.test(all[index - 1] ?? '');

/** Their tests read types and maps, which only the compiler writes. Any other place is certain to need none. */
const NEEDS_NO_TYPES = /^(packages[/\\][^/\\]+[/\\]src|test[/\\](?!packages|image|site))/;

/**
 * `tier` is a name of test/tiers.json, or `all`. Named files run whatever their tier is, and without the checks.
 * `setUp` are arguments of setup.mjs, `vitest` those of Vitest, `env` its environment.
 */
export function planOf(tier, args) {
  const paths = args.filter(isPath);
  const hasPaths = paths.length > 0;
  const setUpForPaths = paths.every((path) => NEEDS_NO_TYPES.test(path)) ? ['--untyped'] : [];
  return {
    setUp: hasPaths ? setUpForPaths : ['test', 'all'].includes(tier) ? ['--check'] : [],
    vitest: ['run', ...args.filter((argument) => argument !== '--durations')],
    env: {
      CORRIDOR_TEST_TIER: hasPaths ? 'all' : tier,
      ...(args.includes('--durations') ? { CORRIDOR_TEST_DURATIONS: 'write' } : {}),
    },
  };
}

/** The proofs by name, from the paths of the files below `test`. */
export const proofsIn = (paths) =>
  new Map(
    paths
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
      .flatMap((path) => {
        const [, name] = /([^/]+)\.proof\.ts$/.exec(path) ?? [];
        return name === undefined ? [] : [[name, `test/${path}`]];
      }),
  );
