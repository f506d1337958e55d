export * from './screening.js';
export * from './screening-states.js';
export * from './ports.js';
export * from './screening-connection.js';
export * from './shaped-provider.js';
