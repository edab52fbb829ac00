import { callsFor } from './call-table.ts'

/** The API calls that need no login. The first script of every page contains their rows. */
export const publicCalls = callsFor('anyone')
