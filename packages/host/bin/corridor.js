#!/usr/bin/env node
import module from 'node:module';
import { refusalOf } from './supported-node.js';

const refusal = refusalOf(process.versions.node);
if (refusal === null) {
  // Node 22.1 and later keep what V8 has compiled for the next start.
  module.enableCompileCache?.();
  await import('../dist/service/cli.cjs');
} else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
}
