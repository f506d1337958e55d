// Runs the checks of the client in a runtime of workers, such as that of Cloudflare. Request and response are JSON.
import { clientChecks } from './client-checks.mjs';

export default {
  async fetch(request) {
    const [status, body] = await clientChecks(await request.json()).then(
      (seen) => [200, seen],
      (error) => [500, { error: String(error?.stack ?? error) }],
    );
    return Response.json(body, { status });
  },
};
