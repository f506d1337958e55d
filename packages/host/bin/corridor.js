#!/usr/bin/env node
import module from 'node:module';

// Node 22.1 and later keep what V8 has compiled for the next start.
module.enableCompileCache?.();
await import('../dist/service/cli.cjs');
