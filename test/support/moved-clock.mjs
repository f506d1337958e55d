// Preloaded into a host: moves its clock, so that hours pass in a moment. Timers are not affected.
const real = Date.now;
let ahead = Number(process.env.MOVED_CLOCK_SECONDS ?? 0) * 1000;
Date.now = () => real() + ahead;
process.on('message', ({ advanceMs }) => {
  ahead += advanceMs;
  process.send({ ahead });
});
process.channel.unref();
