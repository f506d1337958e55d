import type { MarkdownOptions } from 'vitepress';

export const markdown: MarkdownOptions;
