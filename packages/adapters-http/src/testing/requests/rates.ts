import type { Requests } from './request.js';

export const rateRequests: Requests = {
  getExchangeRates: { method: 'GET', path: '/exchange-rates', body: null },
  getDiscoveries: { method: 'GET', path: '/discoveries', body: null },
  listVasps: { method: 'GET', path: '/vasps', body: null },
};
