import { termsUnderLoad } from './terms-under-load.js';

termsUnderLoad([{ database: 'postgres', hosts: 2, quotes: 2_000 }]);
