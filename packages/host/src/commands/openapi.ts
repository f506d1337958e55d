import { openApiDocument } from '@corridor/adapters-http';
import type { Configuration } from '../settings/configuration.js';
import type { Surroundings } from '../kernel/surroundings.js';

/** Prints the document that `/openapi.json` serves with this configuration. */
export async function printOpenApi(
  { basePath, headerPrefix }: Configuration,
  { print }: Surroundings,
): Promise<number> {
  print(JSON.stringify(openApiDocument({ prefix: basePath, headerPrefix }), null, 2));
  return 0;
}
