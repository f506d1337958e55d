// Runs the checks of the client in a runtime with a command line. Its argument is JSON; it prints JSON.
import { clientChecks } from './client-checks.mjs';

const [given] = globalThis.Deno?.args ?? process.argv.slice(2);
console.log(JSON.stringify(await clientChecks(JSON.parse(given))));
