export { fillWords } from './fill-words.js';
export { wordedUnits } from './worded-units.js';
