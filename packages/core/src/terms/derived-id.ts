import type { Digest, Environment, Id, IdType, TenantKey } from '../kernel/index.js';

/** The id of a record of which a text names the only one, so that two hosts that add it give it the same id. */
function derivedId<T extends IdType>(digest: Digest, type: T, text: string): Id<T> {
  const hex = digest.sha256(text);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)];
  return `${type}:${parts.join('-')}` as Id<T>;
}

/** The id of the terms of a scope that a first start stores. */
export const importedId = (digest: Digest, environment: Environment, scope: string): Id<'Terms'> =>
  derivedId(digest, 'Terms', `imported ${environment} ${scope}`);

/** The id of the event that announces a record of terms to a platform. */
export const announcementId = (digest: Digest, terms: Id<'Terms'>, platform: TenantKey): Id<'Webhook'> =>
  derivedId(digest, 'Webhook', `terms ${terms} ${platform}`);
