export * from './assignment.js';
export * from './note.js';
