import { closedMonth } from './closed-month.js';

closedMonth({ customers: 35, days: 30 });
