/** Intervals in milliseconds, so short that workers notice the death of another process quickly. */
export const testTiming = { beat: 100, silence: 1000, poll: 100, finish: 100 }
