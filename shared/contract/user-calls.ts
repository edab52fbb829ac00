import { callsFor } from './call-table.ts'

/**
 * The API calls of logged-in users, among them editors and admins. Browsers load their rows with the first such call.
 */
export const userCalls = callsFor('reader', 'editor', 'admin')
