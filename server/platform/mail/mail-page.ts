import type { Site } from '#shared/api/site.ts'
import type { SiteColors } from '#shared/site-colors.ts'
import { escapeHtml } from '#shared/escape.ts'

interface MailPage {
  /** The preview text that mail programs show beside the subject of a mail. */
  preview: string
  /** The headline of the mail. */
  heading: string
  /** The content of the mail as HTML table rows, such as those of `mailText`. */
  rows: string[]
}

/** The `Content-ID` of the logo, which is attached to each mail; the HTML of the mail refers to it as `cid:`. */
export const logoId = 'logo@site'
/** The HTML element of the logo; it is left out of mails that have no logo attached. */
export const logoImage = `<img src="cid:${logoId}" width="48" height="48" alt="" style="vertical-align:middle;border:0;margin-right:12px">`

/**
 * Returns the HTML of a mail as a table, which every mail program renders; it has a dark variant and loads nothing from
 * outside: the logo is a part of the mail.
 */
export function mailPage({ name, tagline, publicUrl, colors }: Site, { preview, heading, rows }: MailPage): string {
  const footer = `${escapeHtml(name)} · ${escapeHtml(tagline)}<br><a class="quiet" href="${escapeHtml(publicUrl)}" style="color:#5f564e">${escapeHtml(publicUrl)}</a>`
  const html = `<!doctype html>
<html lang="zh-Hans"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){.ground{background:#14161a!important}.sheet{background:#1c1f25!important;border-color:#31353d!important}
.ink{color:#ece6dc!important}.quiet{color:#b6aea2!important}.strong{color:#fa8c16!important}.box{background:#272b33!important}}</style></head>
<body class="ground" style="margin:0;background:#f7f3ec"><div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f3ec"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#fffdf9;border:1px solid #e8e1d6;border-radius:10px">
<tr><td class="strong" style="padding:32px 32px 0;font:700 20px/1.4 'Noto Serif SC','Songti SC',serif;color:#ad4e00">${logoImage}${escapeHtml(name)}</td></tr>
<tr><td class="ink" style="padding:24px 32px 0;font:700 22px/1.4 'PingFang SC','Microsoft YaHei',sans-serif;color:#1f1a17">${escapeHtml(heading)}</td></tr>
${rows.join('\n')}
<tr><td style="padding:0 32px 32px"></td></tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px"><tr><td class="quiet" align="center" style="padding:24px 32px;font:13px/1.7 'PingFang SC','Microsoft YaHei',sans-serif;color:#5f564e">${footer}</td></tr></table>
</td></tr></table></body></html>`
  return colors === null ? html : recolor(html, colors)
}

/**
 * Replaces the program's own colours of emphasized text in a mail by those of the site. Of the two searched texts, the
 * first ends with a quote, which the content of a mail cannot contain, because its quotes are escaped; the second is a
 * rule of the style sheet.
 */
function recolor(html: string, { inkOnLight, inkOnDark }: SiteColors): string {
  return html
    .replaceAll('color:#ad4e00"', `color:${inkOnLight}"`)
    .replaceAll('.strong{color:#fa8c16!important}', `.strong{color:${inkOnDark}!important}`)
}

type Tone = 'ink' | 'quiet'

/** Returns a table row of a mail with a paragraph of text. */
export function mailText(text: string, tone: Tone = 'ink'): string {
  return mailRow(escapeHtml(text), tone)
}

/** Returns a table row of a mail with a link. */
export function mailLink(text: string, address: string, tone: Tone = 'ink'): string {
  const [name, color] = tone === 'ink' ? ['strong', '#ad4e00'] : ['quiet', '#5f564e']
  return mailRow(
    `<a class="${name}" href="${escapeHtml(address)}" style="color:${color}">${escapeHtml(text)}</a>`,
    tone,
  )
}

function mailRow(html: string, tone: Tone): string {
  const look = tone === 'ink' ? 'font-size:16px;color:#1f1a17' : 'font-size:14px;color:#5f564e'
  return `<tr><td class="${tone}" style="padding:16px 32px 0;font-family:'PingFang SC','Microsoft YaHei',sans-serif;line-height:1.75;${look}">${html}</td></tr>`
}

/** Returns a table row of a mail with a verification code in large digits. */
export function mailCode(code: string): string {
  return `<tr><td style="padding:16px 32px 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="box strong" align="center" style="padding:16px;border-radius:10px;background:#efe8dc;font:700 34px/1.3 'SF Mono',Consolas,Menlo,monospace;letter-spacing:8px;color:#ad4e00">${escapeHtml(code)}</td></tr></table></td></tr>`
}
