import { openApiDocument } from '@corridor/adapters-http';
import type { Configuration } from './configuration.js';
import type { Surroundings } from './surroundings.js';

/** The document as `/openapi.json` answers it under this configuration. */
export async function printOpenApi(
  { basePath, headerPrefix }: Configuration,
  { print }: Surroundings,
): Promise<number> {
  print(JSON.stringify(openApiDocument({ prefix: basePath, headerPrefix }), null, 2));
  return 0;
}
