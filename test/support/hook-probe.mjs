// Preloaded into a host: at its exit it prints how many async hooks were ever enabled, also those of AsyncLocalStorage,
// and how many marks such a hook adds to each promise.
import { createHook } from 'node:async_hooks';

const hook = createHook({ init() {} });
const hooks = Object.getPrototypeOf(hook);
const { enable } = hooks;
let enabled = 0;
hooks.enable = function () {
  enabled += 1;
  return enable.call(this);
};
if (process.env.HOOK_PROBE === 'enable') hook.enable();

process.on('exit', () => {
  const marks = Object.getOwnPropertySymbols(Promise.resolve()).length;
  process.stdout.write(`async hooks: ${enabled} enabled, ${marks} marks\n`);
});
