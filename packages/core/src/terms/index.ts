export * from './area.js';
export { KNOWN_EVERYWHERE_SECONDS, readAllTerms } from './book.js';
export * from './change-terms.js';
export * from './compare.js';
export * from './content.js';
export * from './terms.js';
export type { AnnouncedTerms } from './tell-platforms.js';
