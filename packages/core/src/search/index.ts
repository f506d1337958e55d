export { fillWords } from './fill-words.js';
export type { GroupName } from './groups.js';
export type { HitAmount, SearchHit } from './hits.js';
export { fillMissingWords } from './missing-words.js';
export { recordSearch } from './record-search.js';
export { type FoundGroup, MOST_HITS, type SearchAnswer, searchRecords, type SearchRequest } from './search.js';
export { wordedUnits } from './worded-units.js';
