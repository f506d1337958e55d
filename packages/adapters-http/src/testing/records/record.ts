import { type CurrencyCode, type Id, type IdType, instant, type Instant, type TenantKey } from '@corridor/core';

const UUID = '01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e';

export const idOf = <T extends IdType>(type: T): Id<T> => `${type}:${UUID}` as Id<T>;

export const NOW: Instant = instant(Date.UTC(2025, 9, 13, 12, 0, 0, 250));
export const NOW_TEXT = '2025-10-13T12:00:00.250Z';
export const TENANT = `${idOf('Platform')}/SANDBOX` as TenantKey;

export const USD = 'USD' as CurrencyCode;
export const BTC = 'BTC' as CurrencyCode;

/** The fields of every record. */
export const record = <I extends string>(id: I) => ({ id, tenant: TENANT, version: 1, createdAt: NOW, updatedAt: NOW });
