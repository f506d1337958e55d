export * from './customer-of.js';
export {
  customerToErase,
  type Deciders,
  ERASE_ACTION,
  eraseCustomer,
  type EraseRequest,
  erasing,
  type ErasurePorts,
} from './erase-customer.js';
export { leftToErase } from './left-to-erase.js';
export { type ErasureWait, erasureWaits } from './erasure-waits.js';
export * from './obstacles.js';
export * from './ports.js';
export { sealedErasing } from './sealed-erasing.js';
