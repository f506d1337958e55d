import type { Digest, Environment, Id, IdType, Instant, TenantKey } from '../kernel/index.js';

/**
 * The id of a record of which a text names the only one, so that two hosts that add it give it the same id. It is a UUID of
 * version 7 if every host knows the host time of the record (`at`), such as an event, whose id says when it was written; and
 * of version 8, which has no time, otherwise.
 */
export function derivedId<T extends IdType>(digest: Digest, type: T, text: string, at: Instant | null = null): Id<T> {
  const hex = digest.sha256(text);
  const begin = at === null ? hex.slice(0, 12) : at.toString(16).padStart(12, '0');
  const parts = [
    begin.slice(0, 8),
    begin.slice(8),
    `${at === null ? '8' : '7'}${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `${type}:${parts.join('-')}` as Id<T>;
}

/** The id of the terms of a scope that a first start stores. */
export const importedId = (digest: Digest, environment: Environment, scope: string): Id<'Terms'> =>
  derivedId(digest, 'Terms', `imported ${environment} ${scope}`);

/** The id of the event that announces a record of terms to a platform. */
export const announcementId = (digest: Digest, { id, createdAt }: Announced, platform: TenantKey): Id<'Webhook'> =>
  derivedId(digest, 'Webhook', `terms ${id} ${platform}`, createdAt);

interface Announced {
  readonly id: Id<'Terms'>;
  /** Host time. */
  readonly createdAt: Instant;
}
