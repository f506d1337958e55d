// Preloaded into a host: moves the clock that it reads, so that hours pass in a moment. Timers run as ever.
const real = Date.now;
let ahead = Number(process.env.MOVED_CLOCK_SECONDS ?? 0) * 1000;
Date.now = () => real() + ahead;
process.on('message', ({ advanceMs }) => {
  ahead += advanceMs;
  process.send({ ahead });
});
process.channel.unref();
