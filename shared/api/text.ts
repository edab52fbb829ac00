import * as z from 'zod/mini'

/** Text as the site keeps it: NFC, trimmed, counted in Unicode characters, without control characters. */
export function text(min: number, max: number) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => value.normalize('NFC').trim()),
    ),
    z.string().check(
      z.refine((value) => isPlain(value), { error: '含有不能使用的字符', abort: true }),
      z.refine((value) => [...value].length >= min, { error: min === 1 ? '请填写' : `至少 ${min} 个字`, abort: true }),
      z.refine((value) => [...value].length <= max, { error: `最多 ${max} 个字` }),
    ),
  )
}

/** PostgreSQL refuses NUL and lone surrogates; other control characters have no place in what people read. */
function isPlain(value: string) {
  return value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value)
}

export const Id = z.uuid({ error: '编号不对' })
export const Time = z.iso.datetime()
