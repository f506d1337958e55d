// Brings a clone up to date: installs missing packages, compiles, and bundles the service. With --check it then checks
// format, lint, dependencies, documents and API reports. With --service it does what `npm start` needs: a host needs
// neither the packages of tests nor a compiler. With --untyped it brings what runs up to date without a check of types,
// in a second or two. It prints to standard error, because commands such as `npm run openapi`
// print a document to standard output. Older versions of Node read this file too, to say that they are too old.
import { refusalOf } from '../packages/host/bin/supported-node.js';

const refusal = refusalOf(process.versions.node);
if (refusal === null) {
  const { setUp } = await import('./setup-steps.mjs');
  process.exitCode = await setUp(process.argv.slice(2));
} else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
}
