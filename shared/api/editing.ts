import * as z from 'zod/mini'
import { described } from './described.ts'
import { Id, Time } from './text.ts'

export const Version = described(
  'The version of a record that the editor started from. A change is refused if the record has changed since.',
  z.string().check(z.regex(/^[\w-]{22}$/, '版本不对，请刷新再试')),
)

/** The result of an edit. */
export const EditResult = z.strictObject({
  id: described('The id of the record that was created or changed.', Id),
  auditId: described('The id of the entry in the audit log; the call `audit.undo` undoes the edit with it.', Id),
})

/**
 * The two ids of a merge: the record that is removed, and the record that stays and receives all references to the
 * removed one.
 */
export const MergePair = {
  loserId: described('The record that is removed.', Id),
  winnerId: described('The record that stays and receives everything that refers to the removed one.', Id),
}

/**
 * A change of a tag or place with so many books that a background job updates them. `other` is the name of the tag or
 * place that is merged or unmerged; null for other changes.
 */
export const LargeChange = z.strictObject({
  kind: z.enum(['update', 'merge', 'unmerge']),
  other: z.nullable(z.string()),
  percent: z.int(),
  /** True if the job has failed; it is started again within ten minutes. */
  isFailed: z.boolean(),
})
export type LargeChange = z.infer<typeof LargeChange>

/** The name of the editor who last changed a record, and when. */
export const LastEdit = z.strictObject({ name: z.string(), time: Time })
export type LastEdit = z.infer<typeof LastEdit>
