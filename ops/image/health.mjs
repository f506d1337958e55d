// The health check of a container: exit code 0 if the host is ready, otherwise 1 and the reason in one line.
const port = process.env.CORRIDOR_PORT || '8080';
const url = `http://127.0.0.1:${port}/readyz`;
try {
  const { status } = await fetch(url, { signal: AbortSignal.timeout(2_500) });
  if (status !== 200) throw new Error(`answered ${status}`);
} catch (error) {
  console.error(`the host is not ready: ${url}: ${error.cause?.code ?? error.message}`);
  process.exitCode = 1;
}
