import { openApiDocument } from '@corridor/adapters-http';
import type { Configuration } from '../settings/configuration.js';
import type { ProcessContext } from '../kernel/process-context.js';

/** Prints the document that `/openapi.json` serves with this configuration. */
export async function printOpenApi(
  { basePath, headerPrefix }: Configuration,
  { print }: ProcessContext,
): Promise<number> {
  print(JSON.stringify(openApiDocument({ prefix: basePath, headerPrefix }), null, 2));
  return 0;
}
