// Starts a host of the package, serves one request, and stops it: a process in which a test sees what is loaded.
import { readConfiguration, startHost } from '@corridor/host';

const host = await startHost(readConfiguration(process.env));
await fetch(new URL('/readyz', host.baseUrl));
await host.stop();
