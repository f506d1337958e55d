import { type Core, err } from '@corridor/core';
import { observedApp } from './observe.js';
import type { App, ConsoleOptions, ObservePorts } from '../kit/options.js';
import { sendUnknown } from '../pages/unknown-page.js';
import { createConsole } from '../console/app/create-console.js';

/** The console as an application of its own, for a listener that serves nothing else. */
export function createConsoleApp(ports: ObservePorts & { readonly core: Core; readonly console: ConsoleOptions }): App {
  const app = observedApp(ports);
  app.use(createConsole({ ...ports, options: ports.console }));
  app.use((ctx) => {
    const { base } = ports.console;
    const { error } = err('REFERENCE_NOT_FOUND', `the console is below ${base}`);
    sendUnknown(ctx, { error, styles: base, links: [[base.slice(1), 'Console']] });
  });
  return app;
}
