import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/**
 * The folder of the documentation as a site that this package contains, for `AppOptions.site`; null if the package was
 * built without it (docs/operate/deploy.md#the-documentation-as-a-site).
 */
export function packagedSite(): string | null {
  const folder = join(dirname(resolve('@corridor/adapters-http/package.json')), 'site');
  return existsSync(join(folder, 'index.html')) ? folder : null;
}
