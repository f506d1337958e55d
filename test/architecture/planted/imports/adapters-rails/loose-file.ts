import { createFolder } from './files/create-folder.js';

export const loose = createFolder;
