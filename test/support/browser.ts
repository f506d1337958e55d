import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core';

const { resolve } = createRequire(import.meta.url);
/** Chromium is unpacked next to its package, so that a new version of the package is unpacked again. */
const UNPACKED = join(resolve('@sparticuz/chromium'), '../../../unpacked');

/** The path of another browser, for systems on which the installed Chromium does not run. */
const CHOSEN = process.env['CHROMIUM'] ?? '';

/** Whether a browser runs on this machine. If not, prints what to do. */
export function hasBrowser(): boolean {
  if (CHOSEN !== '' || `${process.platform} ${process.arch}` === 'linux x64') return true;
  process.stdout.write('Chromium is installed for Linux on x64 only: set CHROMIUM to the path of another browser\n');
  return false;
}

/** Several test files may unpack at once: each unpacks into its own folder, and the first one to finish wins. */
async function unpack(): Promise<void> {
  const aside = await mkdtemp(`${UNPACKED}-`);
  const script = fileURLToPath(new URL('unpack-chromium.mjs', import.meta.url));
  // The package unpacks its libraries only if this variable names a Lambda runtime.
  const env = { ...process.env, TMPDIR: aside, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' };
  try {
    await promisify(execFile)(process.execPath, [script], { env });
    await rename(aside, UNPACKED);
  } catch (error) {
    await rm(aside, { recursive: true });
    if (!existsSync(UNPACKED)) throw error;
  }
}

/** Chromium with the libraries and fonts of its package, so that it needs none of the system. */
async function installedOptions(): Promise<LaunchOptions> {
  if (!existsSync(UNPACKED)) await unpack();
  const env = { ...process.env, LD_LIBRARY_PATH: `${UNPACKED}/al2023/lib`, XDG_DATA_HOME: UNPACKED };
  return { executablePath: `${UNPACKED}/chromium`, env };
}

export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({
    ...(CHOSEN === '' ? await installedOptions() : { executablePath: CHOSEN }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const AXE = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe finds on a page by all rules of WCAG 2.2 AA and its best practices. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found = (await page.evaluate('axe.run(document).then(({ violations }) => violations)')) as readonly Violation[];
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('; ')}`,
  );
}
