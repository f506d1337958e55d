import { createHash } from 'node:crypto';
import { SETTING_NAMES, type SettingName, settingOf } from './settings.js';

const SHOWN = 16;

/**
 * A digest of the settings that hosts of one database share, with defaults filled in: hosts with the same digest have the
 * same settings. Secrets, and settings of a single host such as its port, are not part of it. `read` returns null for a
 * setting without a value.
 */
export function settingsDigest(read: (name: SettingName) => string | null): string {
  const shared = SETTING_NAMES.filter((name) => {
    const { secret, perHost } = settingOf(name);
    return secret !== true && perHost !== true;
  });
  // The names in their own order, so that the order of the declarations does not count.
  const pairs = shared.toSorted().map((name) => [name, read(name)]);
  return createHash('sha256').update(JSON.stringify(pairs)).digest('hex').slice(0, SHOWN);
}
