/** The source of a video: a file, or a page of a known video site that can be embedded. */
export interface VideoSource {
  /** The URL of the video file or of the page to embed, as it is stored. */
  address: string
  kind: 'file' | 'embed'
  /** Name of the website that hosts the video; null for this site itself. */
  host: string | null
  /**
   * Origin from which the video is loaded, which the content security policy of the page must allow; null for this site
   * itself.
   */
  origin: string | null
  /** Referrer policy of the embedded player; some players refuse to play without a referrer. */
  referrerPolicy: 'no-referrer' | 'strict-origin'
}

interface EmbedHost {
  name: string
  origin: string
  /** Returns the id of the video to which a URL of this video website leads; undefined for other URLs. */
  read(url: URL): string | undefined
  /**
   * Returns the URL under which a page can embed the video with the given id. Calling `read` on this URL returns the
   * same id.
   */
  embed(video: string): string
  referrerPolicy?: VideoSource['referrerPolicy']
}

const pathPart = (url: URL, pattern: RegExp) => pattern.exec(url.pathname)?.[1]
const ifMatches = (text: string | null | undefined, pattern: RegExp) => (text && pattern.test(text) ? text : undefined)

const embedHosts: (EmbedHost & { hostnames: string[] })[] = [
  {
    name: '哔哩哔哩',
    origin: 'https://player.bilibili.com',
    hostnames: ['www.bilibili.com', 'm.bilibili.com', 'bilibili.com', 'player.bilibili.com'],
    read(url) {
      const video = url.searchParams.get('bvid') ?? pathPart(url, /^\/video\/(BV\w+)\/?$/)
      const part = url.searchParams.get('page') ?? url.searchParams.get('p') ?? '1'
      return ifMatches(video, /^BV[0-9A-Za-z]{10}$/) && ifMatches(part, /^[1-9]\d{0,3}$/) && `${video}:${part}`
    },
    embed(video) {
      const [bvid, page] = video.split(':')
      return `https://player.bilibili.com/player.html?bvid=${bvid}&page=${page}`
    },
  },
  {
    name: '优酷',
    origin: 'https://player.youku.com',
    hostnames: ['v.youku.com', 'player.youku.com'],
    read: (url) => pathPart(url, /^\/(?:v_show\/id_|embed\/)([0-9A-Za-z]{8,40}={0,2})(?:\.html)?$/),
    embed: (video) => `https://player.youku.com/embed/${video}`,
  },
  {
    name: '腾讯视频',
    origin: 'https://v.qq.com',
    hostnames: ['v.qq.com', 'm.v.qq.com'],
    read: (url) =>
      ifMatches(
        url.searchParams.get('vid') ?? pathPart(url, /^\/x\/(?:page|cover\/\w+)\/(\w+)\.html$/),
        /^[0-9A-Za-z]{8,20}$/,
      ),
    embed: (video) => `https://v.qq.com/txp/iframe/player.html?vid=${video}`,
  },
  {
    name: 'YouTube',
    origin: 'https://www.youtube-nocookie.com',
    hostnames: ['www.youtube.com', 'm.youtube.com', 'youtube.com', 'youtu.be', 'www.youtube-nocookie.com'],
    read: (url) =>
      ifMatches(
        url.searchParams.get('v') ?? pathPart(url, /^\/(?:embed\/|shorts\/|live\/)?([\w-]+)\/?$/),
        /^[\w-]{11}$/,
      ),
    embed: (video) => `https://www.youtube-nocookie.com/embed/${video}`,
    referrerPolicy: 'strict-origin',
  },
  {
    name: 'Vimeo',
    origin: 'https://player.vimeo.com',
    hostnames: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'],
    read: (url) => pathPart(url, /^\/(?:video\/)?(\d{6,12})\/?$/),
    embed: (video) => `https://player.vimeo.com/video/${video}?dnt=1`,
  },
]

const videoFile = /\.(?:mp4|webm|ogg|ogv)$/i
/**
 * Matches plain host names of video files. Other host names are refused, because the host name is inserted into the
 * content security policy.
 */
const plainHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/

/**
 * Parses the video URL that an editor typed. Returns null unless it leads to a video file or to a page of a known video
 * website.
 */
export function parseVideoSource(typed: string): VideoSource | null {
  const text = typed.trim()
  if (text.startsWith('/')) return parseSiteFile(text)
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  for (const { hostnames, name, origin, read, embed, referrerPolicy = 'no-referrer' } of embedHosts) {
    if (!hostnames.includes(url.host)) continue
    const video = read(url)
    return video === undefined ? null : { address: embed(video), kind: 'embed', host: name, origin, referrerPolicy }
  }
  if (!videoFile.test(url.pathname) || !plainHost.test(url.host)) return null
  url.hash = ''
  return { address: url.href, kind: 'file', host: url.host, origin: url.origin, referrerPolicy: 'no-referrer' }
}

/** Parses the path of a video file that this site itself serves. Returns null for any other path. */
function parseSiteFile(path: string): VideoSource | null {
  const base = 'https://own.invalid'
  const url = URL.canParse(path, base) ? new URL(path, base) : null
  if (url === null || url.origin !== base || !videoFile.test(url.pathname)) return null
  return { address: url.pathname, kind: 'file', host: null, origin: null, referrerPolicy: 'no-referrer' }
}
