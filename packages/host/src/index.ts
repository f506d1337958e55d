export { runCommand } from './commands/command-line.js';
export { type Configuration, readConfiguration } from './settings/configuration.js';
export { ConfigurationError } from './kernel/errors.js';
export { type Host, startHost } from './serving/host.js';
export type { Log } from './logging/logging.js';
export { createProcessContext, type ProcessContext } from './kernel/process-context.js';
