import { invalidFields, ok, type Result } from '../kernel/index.js';
import type { Audience } from './place.js';

const LONGEST_CASE = 100;

/** An export for an authority names the authority's case. 400 INVALID_INPUT. */
export function checkCase(audience: Audience, caseReference: string | null): Result<void> {
  const wrong = (message: string) => invalidFields([{ field: 'caseReference', message }]);
  if (audience === 'PERSON')
    return caseReference === null ? ok() : wrong('is for the export for an authority; leave it out');
  if (caseReference === null || caseReference.trim() === '') return wrong('must name the case of the authority');
  if (caseReference.length > LONGEST_CASE) return wrong(`must have at most ${LONGEST_CASE} characters`);
  return ok();
}
