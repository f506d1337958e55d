export * from './event.js';
export * from './event-states.js';
export * from './event-types.js';
export * from './job.js';
export * from './ports.js';
