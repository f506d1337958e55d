import { err, ok, type Result } from '../kernel/index.js';
import type { GroupAccess, ProviderPerson, ProviderSignIn } from './ports.js';

/**
 * What the groups of a person give. Exactly one of them must be mapped: two would need a rule which one counts, and the
 * sum of two groups is an access that was never granted. 403 FORBIDDEN otherwise.
 */
export function accessOf(
  { groups, label }: Pick<ProviderSignIn, 'groups' | 'label'>,
  person: Pick<ProviderPerson, 'groups'>,
): Result<GroupAccess> {
  const mapped = [...new Set(person.groups)].filter((group) => groups.has(group));
  const [group] = mapped;
  if (group === undefined)
    return err(
      'FORBIDDEN',
      `none of your groups at ${label} is known to this service; ask its administrator for one that is`,
    );
  if (mapped.length > 1)
    return err(
      'FORBIDDEN',
      `you are in ${mapped.length} groups at ${label} that this service knows, and it takes exactly one: ${mapped.toSorted().join(', ')}`,
    );
  return ok(groups.get(group)!);
}
