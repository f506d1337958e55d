import { Corridor } from '@corridor/client';

const {
  CORRIDOR_BASE_URL = 'http://127.0.0.1:8080/2025-10-13',
  CORRIDOR_CLIENT_ID,
  CORRIDOR_CLIENT_SECRET,
} = process.env;

if (!CORRIDOR_CLIENT_ID || !CORRIDOR_CLIENT_SECRET) {
  throw new Error(
    'set CORRIDOR_CLIENT_ID and CORRIDOR_CLIENT_SECRET to the credential that the start of the host prints',
  );
}

/** The client with the credential of the platform. It stays in this process: the page has none. */
export const corridor = new Corridor({
  baseUrl: CORRIDOR_BASE_URL,
  credential: { clientId: CORRIDOR_CLIENT_ID, clientSecret: CORRIDOR_CLIENT_SECRET },
});
