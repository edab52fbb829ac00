/** Milliseconds: a process that was killed is noticed at once. */
export const testTiming = { beat: 100, silence: 1000, poll: 100, finish: 100 }
