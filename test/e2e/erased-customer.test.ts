import { erasedCustomer } from './erased-customer.js';

erasedCustomer('sqlite', 3);
