export { httpScreening } from './http-screening.js';
export { screeningOpenApi } from './open-api.js';
