/* Required before the service: when it ends, V8's code cache of each file is written beside the file. */
const { renameSync, writeFileSync } = require('node:fs');
const { cached } = require('./bin/load.cjs');

process.on('exit', () => {
  for (const [codeCache, script] of cached) {
    // Never there by halves: another host may be starting, or another build.
    const written = `${codeCache}.${process.pid}`;
    writeFileSync(written, script.createCachedData());
    renameSync(written, codeCache);
  }
});
