import { type Core, err } from '@corridor/core';
import { sendError } from '../app/answers.js';
import { observedApp } from '../app/observe.js';
import type { App, ConsoleOptions, ObservePorts } from '../app/options.js';
import { createConsole } from './create-console.js';

/** The console as an application of its own, for a listener that serves nothing else. */
export function createConsoleApp(ports: ObservePorts & { readonly core: Core; readonly console: ConsoleOptions }): App {
  const app = observedApp(ports);
  app.use(createConsole({ ...ports, options: ports.console }));
  app.use((ctx) => {
    sendError(ctx, err('REFERENCE_NOT_FOUND', `the console is below ${ports.console.base}`).error);
  });
  return app;
}
