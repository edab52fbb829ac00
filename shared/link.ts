/**
 * Returns the link at the beginning of a text without the punctuation behind it, which may be part of the sentence
 * around the link. A closing bracket belongs to the link only if the link has its opening bracket.
 */
export function cutLink(text: string): string {
  let link = /^https?:\/\/[^\s<>"|\p{Pi}\p{Pf}，。；：！？、（）《》〈〉「」『』【】〔〕…—～]+/iu.exec(text)?.[0] ?? ''
  // Marks that an address hardly contains end it if Chinese text follows without a space.
  link = link.split(/[,;!](?=\p{Script=Han})/u)[0] ?? ''
  for (const [open, close] of ['()', '[]', '{}']) {
    let depth = 0
    const end = [...link].findIndex((one) => (depth += Number(one === open) - Number(one === close)) < 0)
    if (end >= 0) link = [...link].slice(0, end).join('')
  }
  return link.replace(/[.,;:!?'*~]+$/, '')
}

/** Returns whether a text is an http(s) URL without user name and password. */
export function isLink(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return hostname.includes('.') && username === '' && password === ''
}
