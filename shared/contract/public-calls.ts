import { callsFor } from './call-table.ts'

/**
 * The method, path and timeout of the API calls that need no login. The first script of every page contains this table.
 */
export const publicCalls = callsFor('anyone')
