import * as z from 'zod/mini'
import { Id, Time } from './text.ts'

/** The version of a record that the editor started from. A change is refused if the record has changed since. */
export const Version = z.string().check(z.regex(/^[\w-]{22}$/, '版本不对，请刷新再试'))

/** The result of an edit; pass `auditId` to `audit.undo` to undo the edit. */
export const EditResult = z.strictObject({ id: Id, auditId: Id })

/**
 * The two ids of a merge: the record that is removed, and the record that stays and receives all references to the
 * removed one.
 */
export const MergePair = { loserId: Id, winnerId: Id }

/** The name of the editor who last changed a record, and when. */
export const LastEdit = z.strictObject({ name: z.string(), time: Time })
export type LastEdit = z.infer<typeof LastEdit>
