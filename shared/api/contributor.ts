import * as z from 'zod/mini'
import { Id } from './text.ts'

/** A user whose name everybody sees beside what they have written. */
export const Contributor = z.strictObject({ id: Id, name: z.string(), profile: z.string(), isPublic: z.boolean() })
