import type { Digest, Message } from '#shared/api/community/message.ts'
import type { Site } from '#shared/api/site.ts'
import { escapeHtml } from '#shared/escape.ts'
import { actorWords, messageWords } from '#shared/api/community/message-words.ts'
import type { Mail } from './send-mail.ts'

interface DigestContent {
  to: string
  digest: Exclude<Digest, 'off'>
  /** The newest messages; `total` counts all. */
  messages: Message[]
  total: number
  /**
   * The address that stops these mails: a page for users, and a target of one-click POST requests for mail programs.
   */
  unsubscribe: string
}

const spans = { daily: '这一天', weekly: '这一周' }

/** Returns the mail that lists a user's unread messages of a day or a week. */
export function digestMail(site: Site, { to, digest, messages, total, unsubscribe }: DigestContent): Mail {
  const heading = `${spans[digest]}你有 ${total} 条未读消息`
  const more = total > messages.length ? `还有 ${total - messages.length} 条，都在消息里。` : ''
  const all = `${site.publicUrl}/user/userInfo#message`
  const lines = messages.map((message) => lineOf(message))
  const text = [
    `${heading}：`,
    ...lines.map(({ words, excerpt }) => `· ${words}${excerpt && `：${excerpt}`}`),
    ...(more ? [more] : []),
    `全部消息：${all}`,
    `不想再收到：${unsubscribe}`,
    `${site.name} · ${site.tagline}`,
  ].join('\n\n')
  const items = lines.map(({ words, excerpt }, index) => {
    const href = messages[index]?.href ?? '/user/userInfo#message'
    return `<li style="margin:0 0 16px"><a style="color:#ad4e00" href="${escapeHtml(site.publicUrl + href)}">${escapeHtml(words)}</a>${
      excerpt && `<br><span style="color:#5f564e">${escapeHtml(excerpt)}</span>`
    }</li>`
  })
  return {
    to,
    subject: `${heading} · ${site.name}`,
    text,
    html: page(site, { heading, items: items.join(''), more, all, unsubscribe }),
    headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

function lineOf(message: Message) {
  const who = actorWords(message)
  return { words: `${who}${who && ' '}${messageWords(message)}`, excerpt: message.excerpt }
}

interface PageParts {
  heading: string
  items: string
  more: string
  all: string
  unsubscribe: string
}

function page(site: Site, { heading, items, more, all, unsubscribe }: PageParts) {
  return `<!doctype html><html lang="zh-Hans"><body style="margin:0;padding:32px;background:#f7f3ec;color:#1f1a17;font:16px/1.75 sans-serif">
<div style="max-width:560px;margin:auto;padding:32px;background:#fffdf9;border:1px solid #e8e1d6;border-radius:10px">
<p style="margin:0 0 8px;font:700 20px serif">${escapeHtml(site.name)}</p><h1 style="margin:0 0 24px;font-size:20px">${heading}</h1>
<ul style="margin:0;padding:0 0 0 20px">${items}</ul><p>${more}</p>
<p><a style="display:inline-block;padding:8px 24px;border-radius:22px;background:#fa8c16;color:#1f1a17;text-decoration:none" href="${escapeHtml(all)}">看全部消息</a></p>
<p style="margin:24px 0 0;color:#5f564e;font-size:14px">你在设置里选了把未读消息寄到这个邮箱。<a style="color:#5f564e" href="${escapeHtml(unsubscribe)}">不想再收到</a></p></div></body></html>`
}
