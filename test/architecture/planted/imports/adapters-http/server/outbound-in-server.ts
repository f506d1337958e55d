import { createOutboundHttp } from '../outbound/index.js';

export const create = createOutboundHttp;
