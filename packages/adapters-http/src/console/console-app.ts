import { err } from '@corridor/core';
import { sendError } from '../app/answers.js';
import { observedApp, type ObservePorts } from '../app/observe.js';
import type { App } from '../app/options.js';
import { type ConsolePorts, createConsole } from './create-console.js';

/** The console as an application of its own, for a listener that serves nothing else. */
export function createConsoleApp(
  ports: Omit<ObservePorts, 'options'> &
    Pick<ConsolePorts, 'core'> & {
      readonly options: ObservePorts['options'];
      readonly console: ConsolePorts['options'];
    },
): App {
  const app = observedApp(ports);
  app.use(createConsole({ ...ports, options: ports.console }));
  app.use((ctx) => {
    sendError(ctx, err('REFERENCE_NOT_FOUND', `the console is below ${ports.console.base}`).error);
  });
  return app;
}
