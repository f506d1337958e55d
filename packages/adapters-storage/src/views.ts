export { readableViews } from './schema/views.js';
