// Runs a tier of the tests, all of them, single files, or a proof. It first brings the clone up to date.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { planOf, proofsIn } from './test-plan.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const USAGE = `npm test                    checks the sources, and runs the first tier of the tests
npm test -- PATH…           runs the test files of any tier whose path contains PATH, without the checks
npm run test:hosts          runs the tests of hosts: end to end on Postgres, browsers, faults, processes, banks, chains
npm run test:delivery       runs the tests of what users get: guides, site, image, packages
npm run test:all            checks the sources, and runs every test
npm run proof -- NAME       runs a long proof; without NAME, lists the proofs

Options are those of Vitest, such as \`-t 'part of a name'\`. --durations writes the seconds to test/durations.json.`;

/** The tests make many records that live for a moment: a large young generation collects them cheaply. */
const NODE = ['--max-semi-space-size=64', '--min-semi-space-size=16'];

function run(args, env = {}) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
}

const setUp = (args) => run(['.ci/setup.mjs', ...args]);
const vitest = (args, env) => run([...NODE, 'node_modules/vitest/vitest.mjs', ...args], env);

function test(tier, args) {
  const plan = planOf(tier, args);
  setUp(plan.setUp);
  vitest(plan.vitest, plan.env);
}

function prove([name, ...options]) {
  const proofs = proofsIn(readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' }));
  const file = proofs.get(name);
  if (file === undefined) {
    if (name !== undefined) console.error(`There is no proof named ${name}.`);
    console.error(`Run \`npm run proof -- NAME\`, with one of these names: ${[...proofs.keys()].sort().join(', ')}`);
    process.exit(name === undefined ? 0 : 1);
  }
  setUp([]);
  vitest(['run', ...options], { CORRIDOR_TEST_PROOF: file });
}

const [what, ...args] = process.argv.slice(2);
if (what === undefined || args.includes('--help')) console.error(USAGE);
else if (what === 'proof') prove(args);
else test(what, args);
