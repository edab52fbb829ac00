import { callsFor } from './call-table.ts'

/** The API calls of visitors and of users without a further role. The browser's build contains only their rows. */
export const publicCalls = callsFor('anyone', 'reader')
