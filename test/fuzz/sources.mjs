import { fileURLToPath } from 'node:url';
import { createServer, createServerModuleRunner, loadConfigFromFile } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Loads modules of the tests from their sources, with the packages from their sources, as the tests do. */
export async function openSources() {
  const tests = await loadConfigFromFile({ command: 'serve', mode: 'test' }, `${root}vitest.config.ts`);
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: tests.config.resolve,
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    appType: 'custom',
  });
  const runner = createServerModuleRunner(server.environments.ssr, { hmr: false });
  return {
    load: (path) => runner.import(`${root}${path}`),
    async close() {
      await runner.close();
      await server.close();
    },
  };
}
