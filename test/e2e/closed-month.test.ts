import { closedMonth } from './closed-month.js';

closedMonth({ customers: 4, days: 6 });
