import { readFileSync } from 'node:fs';
import { DEFAULT_PROVIDERS, readProviders } from '@corridor/adapters-rails/uma';
import type { UmaProvider } from '@corridor/core/ports';
import { ConfigurationError } from '../kernel/errors.js';

/** The UMA counterparties of the configured file, or the bundled ones. */
export function providersIn(file: string | null): readonly UmaProvider[] {
  if (file === null) return DEFAULT_PROVIDERS;
  try {
    return readProviders(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new ConfigurationError(`CORRIDOR_UMA_PROVIDERS_FILE: ${file}: ${(cause as Error).message}`, { cause });
  }
}
