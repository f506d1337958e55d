// What a command of CONTRIBUTING.md#test runs, by its arguments.

/** Whether an argument names test files. The value of an option follows it: `-t transfers`. */
const isPath = (argument, index, all) =>
  !argument.startsWith('-') && !(index > 0 && /^-[^=]+$/.test(all[index - 1]) && all[index - 1] !== '--durations');

/**
 * `tier` is a name of test/tiers.json, or `all`. Named files run whatever their tier is, and without the checks.
 * `setUp` are arguments of setup.mjs, `vitest` those of Vitest, `env` its environment.
 */
export function planOf(tier, args) {
  const hasPaths = args.some(isPath);
  return {
    setUp: hasPaths ? ['--untyped'] : ['test', 'all'].includes(tier) ? ['--check'] : [],
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
