import { createSealer, MasterKeyError } from '@corridor/adapters-rails/custody';
import type { Sealer, UnitOfWork } from '@corridor/core/ports';
import type { Configuration } from '../settings/configuration.js';
import { isKeyConfigured } from './configured-key.js';
import { anySealedText, masterKey } from './master-key.js';

export interface KeyAtHand {
  /** Encryption with the master key; null without a key that belongs to the database. */
  readonly sealer: Sealer | null;
  /** Why the configured master key cannot be used; null if it can, or if none is configured. */
  readonly unusable: string | null;
}

/** The sealer of the configured master key, for commands that run without it too. Does not create a key. */
export async function sealerAtHand(configuration: Configuration, units: UnitOfWork): Promise<KeyAtHand> {
  if (!(await isKeyConfigured(configuration))) return { sealer: null, unusable: null };
  try {
    const key = await masterKey(configuration, await anySealedText(units));
    return { sealer: createSealer(key), unusable: null };
  } catch (error) {
    if (error instanceof MasterKeyError) return { sealer: null, unusable: error.message };
    throw error;
  }
}
