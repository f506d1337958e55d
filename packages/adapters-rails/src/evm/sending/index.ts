export { createSender, type Sender } from './create-sender.js';
export type { SenderPorts } from './sending-ports.js';
export { problemsIn, type Problems } from './sending-problems.js';
