// Preloaded into a host: at its exit it prints which of the packages in PACKAGE_PROBE (separated by commas) were loaded,
// by `require` or by `import`.
import { createRequire, register } from 'node:module';
import { MessageChannel } from 'node:worker_threads';

const { cache } = createRequire(import.meta.url);
const packages = (process.env.PACKAGE_PROBE ?? '').split(',');
const imported = new Set();
const { port1, port2 } = new MessageChannel();
port1.on('message', (specifier) => imported.add(specifier)).unref();

const hooks = `
  let port;
  export const initialize = (data) => void (port = data);
  export async function resolve(specifier, context, next) {
    port.postMessage(specifier);
    return next(specifier, context);
  }
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`, { data: port2, transferList: [port2] });

process.on('exit', () => {
  const required = Object.keys(cache);
  const loaded = packages.filter(
    (name) =>
      required.some((file) => file.includes(`/node_modules/${name}/`)) ||
      [...imported].some((specifier) => specifier === name || specifier.startsWith(`${name}/`)),
  );
  process.stdout.write(`loaded packages: ${loaded.join(',')}\n`);
});
