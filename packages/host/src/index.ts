export { runCommand } from './command-line.js';
export { type Configuration, readConfiguration } from './configuration.js';
export { ConfigurationError } from './errors.js';
export { type Host, startHost } from './host.js';
export type { Log } from './logging.js';
export { processSurroundings, type Surroundings } from './surroundings.js';
