import { figuresOver } from './figures.js';

figuresOver(20_000);
