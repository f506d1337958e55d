import { erasedCustomer } from './erased-customer.js';

erasedCustomer('sqlite', 300);
erasedCustomer('postgres', 300);
