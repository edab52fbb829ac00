/** Intervals in milliseconds, so short that workers notice the death of another process quickly. */
export const testTiming = { heartbeatMs: 100, heartbeatTimeoutMs: 1000, pollMs: 100, shutdownMs: 100 }
