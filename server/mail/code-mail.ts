import type { CodePurpose } from '#shared/api/account.ts'
import type { Site } from '#shared/api/site.ts'
import { escapeHtml } from '#shared/escape.ts'
import type { Mail } from './send-mail.ts'

const acts: Record<CodePurpose, string> = { login: '登录', register: '注册', delete: '注销' }

/** The mail that carries a code. */
export function codeMail(site: Site, to: string, purpose: CodePurpose, code: string): Mail {
  const act = acts[purpose]
  const subject = `${code} 是你的${act}验证码 · ${site.name}`
  const lines = [
    `你正在${act}${purpose === 'delete' ? '你的账号' : site.name}，验证码是 ${code}，10 分钟内有效。`,
    '如果不是你本人，请忽略这封邮件，不要把验证码告诉任何人。',
  ]
  return {
    to,
    subject,
    text: `${lines.join('\n')}\n\n${site.name} · ${site.tagline}\n${site.publicUrl}`,
    html: page(site, lines, code),
  }
}

function page(site: Site, lines: string[], code: string) {
  const [first = '', second = ''] = lines.map(escapeHtml)
  return `<!doctype html><html lang="zh-Hans"><body style="margin:0;padding:32px;background:#f7f3ec;color:#1f1a17;font:16px/1.75 sans-serif">
<div style="max-width:480px;margin:auto;padding:32px;background:#fffdf9;border:1px solid #e8e1d6;border-radius:10px">
<p style="margin:0 0 24px;font:700 20px serif">${escapeHtml(site.name)}</p><p>${first}</p>
<p style="margin:24px 0;font:700 32px monospace;letter-spacing:8px;color:#ad4e00">${code}</p>
<p style="color:#6b625a;font-size:14px">${second}</p></div></body></html>`
}
