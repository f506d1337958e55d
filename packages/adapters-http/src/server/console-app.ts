import { type Core, err } from '@corridor/core';
import type { App, ConsoleMount, ObservePorts } from '../kit/options.js';
import { sendUnknown } from '../pages/unknown-page.js';
import { mountConsole } from './mount-console.js';
import { observedApp } from './observe.js';

/** The console as an application of its own, for a listener that serves nothing else. */
export function createConsoleApp(ports: ObservePorts & { readonly core: Core; readonly console: ConsoleMount }): App {
  const app = observedApp(ports);
  app.use(mountConsole(ports.console, ports));
  app.use((ctx) => {
    const { base } = ports.console;
    const { error } = err('REFERENCE_NOT_FOUND', `the console is below ${base}`);
    sendUnknown(ctx, { error, styles: base, links: [[base.slice(1), 'Console']] });
  });
  return app;
}
