/**
 * Intervals in milliseconds of the background workers in tests. They are so short that a worker notices the death of
 * another process quickly.
 */
export const testTiming = { heartbeatMs: 100, heartbeatTimeoutMs: 1000, pollMs: 100, shutdownMs: 100 }
