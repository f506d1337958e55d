import { createFolder } from '../files/create-folder.js';

export const folder = createFolder;
