// Unpacks the Chromium of its package, with the libraries and fonts it needs, under TMPDIR.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
