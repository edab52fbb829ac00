import * as z from 'zod/mini'
import { Id } from './text.ts'

/** The ids of the people who are named in `authors`, in the same order; null for an unknown author such as 佚名. */
export const AuthorIds = z.array(z.nullable(Id))
