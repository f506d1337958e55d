export { httpCards } from './http-cards.js';
export { cardsOpenApi } from './open-api.js';
