export { watchman } from './watchman.js';
