import { type ExchangeRate, type Page, printRate, toIso, type Vasp } from '@corridor/core';
import { wireCurrency } from '@corridor/core/internal';
import { integer, type Wire } from '../../kit/wire.js';
import type { exchangeRate, vaspList } from './schemas.js';

export const serializeExchangeRate = (row: ExchangeRate): Wire<typeof exchangeRate> => ({
  sourceCurrency: wireCurrency(row.sourceCurrency),
  sendingAmount: integer(row.sendingAmount),
  minSendingAmount: integer(row.minSendingAmount),
  maxSendingAmount: integer(row.maxSendingAmount),
  destinationCurrency: wireCurrency(row.destinationCurrency),
  destinationPaymentRail: row.destinationPaymentRail ?? undefined,
  destinationCryptoNetwork: row.destinationCryptoNetwork ?? undefined,
  receivingAmount: integer(row.receivingAmount),
  exchangeRate: printRate(row.exchangeRate),
  fees: { fixed: integer(row.fixedFees), total: integer(row.totalFees) },
  updatedAt: toIso(row.updatedAt),
});

export const serializeVasps = ({ data, hasMore, nextCursor }: Page<Vasp>): Wire<typeof vaspList> => ({
  data: data.map(({ name, url }) => ({ vaspName: name, url: url ?? undefined })),
  hasMore,
  nextCursor,
});
