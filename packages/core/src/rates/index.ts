export * from './area.js';
export * from './corridors.js';
export * from './daily-volume.js';
export * from './directories.js';
export * from './exchange-rates.js';
export * from './fee-schedule.js';
export * from './ports.js';
export * from './rate-book.js';
