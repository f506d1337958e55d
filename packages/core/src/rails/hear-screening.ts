import type { RailEffect } from '../accounts/index.js';
import { type Environment, err, ok, type Result } from '../kernel/index.js';
import type { ScreeningTelling } from '../screening/index.js';

/**
 * The entry point for messages of screening providers (docs/connections/screening.md#messages). Errors: 404
 * REFERENCE_NOT_FOUND for an unknown question.
 */
export const hearScreening =
  () =>
  async (_provider: string, environment: Environment, telling: ScreeningTelling): Promise<Result<RailEffect>> =>
    telling.kind === 'changed'
      ? err('REFERENCE_NOT_FOUND', `${environment} has no question with this reference`)
      : ok({ effect: 'NONE', subject: null });
