#!/usr/bin/env node
import '../dist/service/cli.cjs';
