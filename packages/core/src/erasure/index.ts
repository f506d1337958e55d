export * from './customer-of.js';
export * from './erase-customer.js';
export { leftToErase } from './left-to-erase.js';
export * from './obstacles.js';
export * from './ports.js';
export { sealedErasing } from './sealed-erasing.js';
