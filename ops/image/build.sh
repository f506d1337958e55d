#!/bin/sh
# Builds the service from the sources in the current folder, and writes the program into the folder $1.
set -eu
node .ci/setup.mjs
npm run -s site
node ops/image/assemble.mjs "$1"
