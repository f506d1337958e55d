#!/usr/bin/env node
import service from './load.cjs';

service.load('cli.cjs');
