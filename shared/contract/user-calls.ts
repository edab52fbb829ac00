import { callsFor } from './call-table.ts'

/**
 * The method, path and timeout of the API calls of logged-in users, editors and admins. A browser loads this table when
 * it sends the first such call.
 */
export const userCalls = callsFor('reader', 'editor', 'admin')
