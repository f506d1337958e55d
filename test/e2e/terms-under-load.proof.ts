import { termsUnderLoad } from './terms-under-load.js';

termsUnderLoad([
  { database: 'sqlite', hosts: 1, quotes: 6_000 },
  { database: 'postgres', hosts: 2, quotes: 6_000 },
]);
