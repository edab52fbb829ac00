import type { Digest, Message } from '#shared/api/community/message.ts'
import type { Site } from '#shared/api/site.ts'
import { actorWords, messageWords } from '#shared/api/community/message-words.ts'
import { mailLink, mailPage, mailText } from './mail-page.ts'
import type { Mail } from './send-mail.ts'

interface DigestContent {
  to: string
  digest: Exclude<Digest, 'off'>
  /** The newest unread messages. `total` is the number of all unread messages. */
  messages: Message[]
  total: number
  /** The unsubscribe URL: a page for users, and a target of one-click POST requests for mail programs. */
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
  const rows = [
    ...lines.map(({ words, excerpt }, index) => {
      const href = messages[index]?.href ?? '/user/userInfo#message'
      return mailLink(words, site.publicUrl + href) + (excerpt && mailText(excerpt, 'quiet'))
    }),
    ...(more ? [mailText(more)] : []),
    mailLink('看全部消息', all),
    mailText('你在设置里选了把未读消息寄到这个邮箱。', 'quiet'),
    mailLink('不想再收到', unsubscribe, 'quiet'),
  ]
  return {
    to,
    subject: `${heading} · ${site.name}`,
    text,
    html: mailPage(site, { preview: heading, heading, rows }),
    headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

function lineOf(message: Message) {
  const actors = actorWords(message)
  return { words: `${actors}${actors && ' '}${messageWords(message)}`, excerpt: message.excerpt }
}
