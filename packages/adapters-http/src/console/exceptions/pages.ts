import type { Route } from '../kit/route.js';
import { exceptionNotePages, exceptionPage } from './exception-page.js';
import { exceptionLists } from './list.js';
import { openForms } from './open.js';
import { resolve } from './resolve.js';

export const exceptionPages: readonly Route[] = [
  ...exceptionLists,
  exceptionPage,
  resolve,
  ...exceptionNotePages,
  ...openForms,
];
