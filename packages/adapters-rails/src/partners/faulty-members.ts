import type { z } from 'zod';

/** The paths of the members that a reader refused. They repeat nothing that the sender chose. */
export function faultyMembers(error: z.ZodError): readonly string[] {
  const paths = error.issues.map(({ path, code }) =>
    code === 'unrecognized_keys' ? `${path.join('.') || 'the body'} (unknown members)` : path.join('.') || 'the body',
  );
  return [...new Set(paths)];
}
