export { type Configuration, ConfigurationError, readConfiguration } from './configuration.js';
export { type Host, startHost } from './host.js';
export { createLog, type Log } from './logging.js';
