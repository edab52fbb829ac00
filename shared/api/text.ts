import * as z from 'zod/mini'
import { isId } from '#shared/id.ts'
import { hasNeedlessBlanks, visibleLength } from '#shared/visible-text.ts'

const invalidCharacters = '含有不能使用的字符'

/**
 * Returns the schema of a user-visible text: normalized to NFC, trimmed, without control characters. The largest length
 * counts Unicode code points, as JSON Schema does; the smallest counts only characters that one can see. The OpenAPI
 * document has both.
 */
export function text(min: number, max: number) {
  const typed = withoutStackedMarks(z.string())
  z.globalRegistry.add(typed, { ...(min > 0 && { minLength: min }), maxLength: max })
  return z.pipe(
    z.pipe(
      typed,
      z.transform((value: string) => value.normalize('NFC').trim()),
    ),
    z.string().check(
      z.refine((value) => isStorable(value), { error: invalidCharacters, abort: true }),
      z.refine((value) => visibleLength(value) >= min, {
        error: min === 1 ? '请填写' : `至少 ${min} 个字`,
        abort: true,
      }),
      z.refine((value) => [...value].length <= max, { error: `最多 ${max} 个字` }),
    ),
  )
}

/**
 * Refuses text with more than 30 combining marks in a row. No language needs them, and their Unicode normalization
 * takes quadratic time.
 */
export function withoutStackedMarks(schema: z.ZodMiniString) {
  return schema.check(z.refine((value) => !/\p{M}{31}/u.test(value), { error: invalidCharacters, abort: true }))
}

/**
 * Returns whether a text has no control characters and no lone surrogates. PostgreSQL cannot store NUL and lone
 * surrogates; the other control characters are refused because no text needs them.
 */
function isStorable(value: string) {
  return value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value)
}

/** Returns the schema of a single-line name without invisible characters, except where a script or emoji needs them. */
export function name(max: number) {
  return text(1, max).check(z.refine((value) => !hasNeedlessBlanks(value), { error: invalidCharacters, abort: true }))
}

/** A UUID in lower case. Upper case is refused, so that every book, video or other record has exactly one page URL. */
export const Id = z.string({ error: '编号不对' }).check(z.refine(isId, '编号不对'), z.meta({ format: 'uuid' }))
export const Time = z.iso.datetime()
