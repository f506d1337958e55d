export { httpRail } from './http-rail.js';
export { railOpenApi } from './open-api.js';
