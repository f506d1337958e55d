import { figuresOver } from './figures.js';

figuresOver(500);
