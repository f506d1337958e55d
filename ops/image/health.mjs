// The health check of a container: exit code 0 if the host is ready.
const port = process.env.CORRIDOR_PORT || '8080';
const { status } = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_500) });
process.exitCode = status === 200 ? 0 : 1;
