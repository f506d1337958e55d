// Unpacks the Chromium of the package, with its libraries and fonts, under TMPDIR.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
