// `npm run nodes`: on each supported version of Node, makes the first payment of the README on a new host and runs the
// tests of SQLite, and sees that older versions are refused. `npm run nodes -- 24` takes the versions that begin with 24.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SUPPORTED = ['20.20.2', '22.23.5', '24.21.0', '26.12.1'];
const REFUSED = ['18.20.8'];
const VITEST = 'node_modules/vitest/vitest.mjs';
const PAYMENT = ['test/flows/start.test.ts', '-t', 'the commands of the README, pasted on a new host with sqlite'];
const STORAGE = ['packages/adapters-storage/src/sqlite/'];

/** A version of Node from the registry of npm, in a folder of its own below the cache. */
function installed(version) {
  const folder = join(root, 'node_modules/.cache/nodes', version);
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const home = join(folder, 'node_modules', name);
  if (!existsSync(join(home, 'package.json'))) {
    mkdirSync(folder, { recursive: true });
    const args = ['install', '--silent', '--no-save', '--ignore-scripts', '--prefix', folder, `${name}@${version}`];
    if (spawnSync('npm', args, { stdio: 'inherit' }).status !== 0)
      throw new Error(`${name} ${version} is not available`);
  }
  return { home, node: join(home, 'bin/node') };
}

/** Runs a script on a Node whose name, for the programs that the script starts, is `node`. */
function run({ home, node }, args) {
  const env = {
    ...process.env,
    PATH: join(home, 'bin') + delimiter + process.env.PATH,
    // A driver that has to be compiled needs the headers of this version.
    npm_config_nodedir: home,
  };
  return spawnSync(node, args, { cwd: root, env, encoding: 'utf8', maxBuffer: 1e9, timeout: 1_200_000 });
}

/** The number of tests that passed. */
function passed(node, args) {
  const { stdout, stderr } = run(node, [VITEST, 'run', '--reporter=json', ...args]);
  const text = stdout.slice(stdout.indexOf('{"numTotalTestSuites"'));
  let results;
  try {
    results = JSON.parse(text);
  } catch {
    throw new Error(`the tests did not end:\n${stdout.slice(-2000)}\n${stderr.slice(-4000)}`);
  }
  const failures = results.testResults.flatMap(({ name, status, message, assertionResults }) => [
    ...(status === 'failed' ? [`${name} ${message}`] : []),
    ...assertionResults.flatMap(({ fullName, failureMessages }) => failureMessages.map((one) => `${fullName}: ${one}`)),
  ]);
  if (!results.success || results.numPassedTests === 0) throw new Error(failures.join('\n') || 'no test ran');
  return results.numPassedTests;
}

function support(version) {
  const begun = performance.now();
  const node = installed(version);
  const { status, stderr } = run(node, ['.ci/setup.mjs']);
  if (status !== 0) throw new Error(stderr);
  passed(node, PAYMENT);
  const count = passed(node, STORAGE);
  const seconds = Math.round((performance.now() - begun) / 1000);
  return `the first payment is completed, ${count} tests of SQLite passed, ${seconds} s`;
}

function refuse(version) {
  const node = installed(version);
  const commands = [
    ['.ci/setup.mjs', '--service'],
    ['packages/host/bin/corridor.js', 'serve'],
  ];
  for (const args of commands) {
    const { status, stdout, stderr } = run(node, args);
    const isRefused = status === 1 && stdout === '' && /^[^\n]*needs Node 20\.19 or later[^\n]*\n$/.test(stderr);
    if (!isRefused) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  }
  return 'told that it needs 20.19 or later';
}

const wanted = process.argv.slice(2);
const isWanted = (version) => wanted.length === 0 || wanted.some((one) => version.startsWith(one));
const cases = [...REFUSED.map((version) => [version, refuse]), ...SUPPORTED.map((version) => [version, support])];
for (const [version, check] of cases.filter(([version]) => isWanted(version))) {
  try {
    console.log(`Node ${version}: ${check(version)}`);
  } catch (error) {
    console.log(`Node ${version}: FAILED\n${error.message}`);
    process.exitCode = 1;
  }
}
