export * from './area.js';
export { KNOWN_EVERYWHERE_SECONDS, readAllTerms } from './book.js';
export * from './change-terms.js';
export * from './compare.js';
export * from './content.js';
export { announcementId, importedId } from './derived-id.js';
export * from './terms.js';
export { type AnnouncedTerms, concerns } from './tell-platforms.js';
