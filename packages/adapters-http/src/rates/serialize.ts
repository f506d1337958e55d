import { type ExchangeRate, type Page, printRate, toIso, type Vasp, wireCurrency } from '@corridor/core';
import { integer } from '../app/wire.js';

export const serializeExchangeRate = (row: ExchangeRate): object => ({
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

export const serializeVasps = ({ data, hasMore, nextCursor }: Page<Vasp>): object => ({
  data: data.map(({ name, url }) => ({ vaspName: name, url: url ?? undefined })),
  hasMore,
  nextCursor,
});
