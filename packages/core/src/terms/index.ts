export * from './area.js';
export { KNOWN_EVERYWHERE_SECONDS, readAllTerms } from './book.js';
export * from './compare.js';
export * from './content.js';
export * from './terms.js';
