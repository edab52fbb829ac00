import * as z from 'zod/mini'
import { Id } from './text.ts'

/** Which state an editor began with: another who has changed it meanwhile is not overwritten. */
export const Version = z.string().check(z.regex(/^[\w-]{22}$/, '版本不对，请刷新再试'))

/** What was done; `auditId` is what `audit.undo` takes. */
export const EditResult = z.strictObject({ id: Id, auditId: Id })

/** Of two the one that goes, and the one that stays with all that hung on either. */
export const MergePair = { loserId: Id, winnerId: Id }
