import type { Schema } from './table.js';

/**
 * Deletes the figures of payments, which a host counts again from the events: those of a platform in the sandbox were in
 * the hours of the host, and are now in the hours of the platform.
 */
export async function figuresByOwnClock(db: Schema): Promise<void> {
  await db.deleteFrom('figures').execute();
  await db.deleteFrom('figure_heads').execute();
}
