import { callsFor } from './call-table.ts'

/** The API calls of editors and admins. Browsers load their rows with the first such call. */
export const editorCalls = callsFor('editor', 'admin')
