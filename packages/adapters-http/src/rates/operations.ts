import { query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import {
  exchangeRateFilter,
  exchangeRateList,
  institutionFilter,
  institutionList,
  vaspFilter,
  vaspList,
} from './schemas.js';
import { serializeExchangeRate, serializeVasps } from './serialize.js';

export const rateOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/exchange-rates',
    operationId: 'getExchangeRates',
    tag: 'Exchange Rates',
    summary: 'List the exchange rates available to the platform',
    permission: 'VIEW',
    query: exchangeRateFilter,
    responses: { 200: exchangeRateList },
    errors: [501],
    reads: (core) => core.rates.exchangeRates,
    input: (request) => request.query,
    serialize: (rows) => ({ data: rows.map(serializeExchangeRate) }),
  }),
  query({
    method: 'GET',
    path: '/discoveries',
    operationId: 'getDiscoveries',
    tag: 'Discoveries',
    summary: 'List the institutions that can be paid in a country and currency',
    permission: 'VIEW',
    query: institutionFilter,
    responses: { 200: institutionList },
    reads: (core) => core.rates.institutions,
    input: (request) => request.query,
    serialize: (institutions) => ({ data: institutions }),
  }),
  query({
    method: 'GET',
    path: '/vasps',
    operationId: 'listVasps',
    tag: 'VASPs',
    summary: 'List the institutions that offer wallets',
    permission: 'VIEW',
    query: vaspFilter,
    responses: { 200: vaspList },
    reads: (core) => core.rates.vasps,
    input: (request) => request.query,
    serialize: serializeVasps,
  }),
];
