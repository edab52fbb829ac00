import * as z from 'zod/mini'
import { name, unstacked } from './text.ts'

/** An email address, as the key of an account: trimmed, lower case. */
export const Account = z.pipe(
  z.pipe(
    unstacked(z.string({ error: '请填写邮箱' })),
    z.transform((value: string) => value.normalize('NFC').trim().toLowerCase()),
  ),
  z
    .string()
    .check(
      z.minLength(1, { error: '请填写邮箱', abort: true }),
      z.maxLength(254, { error: '邮箱太长了', abort: true }),
      z.email('邮箱的样子不对，例如 name@example.com'),
    ),
)

/** 8–64 characters; whether it is among the commonest is the server's to say. */
export const Password = z.string({ error: '请填写密码' }).check(
  z.refine((value) => [...value].length >= 8, { error: '密码至少 8 位', abort: true }),
  z.refine((value) => [...value].length <= 64, { error: '密码最多 64 位' }),
)

export const Code = z.string({ error: '请填写验证码' }).check(z.trim(), z.regex(/^\d{6}$/, '验证码是 6 位数字'))

export const CodePurpose = z.enum(['login', 'register', 'delete'], { error: '没有这种用途' })
export type CodePurpose = z.infer<typeof CodePurpose>

/** Those who speak for the site are named by it alone. */
export const UserName = name(20).check(
  z.refine((value) => !/管理员|编辑部/.test(value), '这个名字留给了站点自己，请换一个'),
)
