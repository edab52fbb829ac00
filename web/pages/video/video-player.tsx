import { Play } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useRef, useState } from 'react'
import type { Video } from '#shared/api/book/video.ts'
import { parseVideoSource, type VideoSource } from '#shared/video-source.ts'
import { api } from '#web/frame/session/session.ts'
import { VideoCover } from '#web/catalogue/video/video-cover.tsx'

/**
 * Shows the cover of a video until the user presses play. Before that, the browser sends no request to the host of the
 * video.
 */
export function VideoPlayer({ video }: { video: Video }) {
  const [isPlaying, setIsPlaying] = useState(false)
  const source = parseVideoSource(video.source)
  if (source === null) return <p className="empty">这个视频的地址不能用了。</p>
  const play = () => {
    setIsPlaying(true)
    api.reaction.view({ itemType: 'video', itemId: video.id }).catch(() => undefined)
  }
  return (
    <div className="video-player">
      {isPlaying ? (
        source.kind === 'embed' ? (
          <Embedded source={source} title={video.title} />
        ) : (
          <VideoFile source={source} title={video.title} />
        )
      ) : (
        <button type="button" className="video-facade" onClick={play}>
          <VideoCover id={video.id} cover={video.cover} isLazy={false} />
          <span className="video-facade-play" data-drawn={video.cover === null || undefined}>
            <Icon of={Play} size={36} />
          </span>
          <span className="video-facade-label">
            播放《{video.title}》{source.host !== null && <span>视频在 {source.host}，按下之后才会连到那里</span>}
          </span>
        </button>
      )}
    </div>
  )
}

interface PlayingProps {
  source: VideoSource
  title: string
}

/** The video player of another website in a sandboxed iframe, which cannot access this page. */
function Embedded({ source: { address, referrerPolicy }, title }: PlayingProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => frame.current?.focus(), [])
  const url = new URL(address)
  url.searchParams.set('autoplay', '1')
  return (
    // The embedded player always has another origin, so `allow-same-origin` does not give it access to this page.
    <iframe
      ref={frame}
      src={url.href}
      title={title}
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-presentation"
      referrerPolicy={referrerPolicy}
      allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      allowFullScreen
    />
  )
}

function VideoFile({ source: { address }, title }: PlayingProps) {
  const [isBroken, setIsBroken] = useState(false)
  const film = useRef<HTMLVideoElement>(null)
  useEffect(() => film.current?.focus(), [])
  return (
    <>
      {/* The site stores no captions for videos. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={film}
        src={address}
        controls
        autoPlay
        playsInline
        aria-label={title}
        onError={() => setIsBroken(true)}
        onPlaying={() => setIsBroken(false)}
      />
      {isBroken && (
        <p className="video-broken" role="alert">
          这个视频放不出来，可能是文件搬走了，也可能是浏览器不认得这种格式。
          <a href={address} target="_blank" rel="noreferrer">
            打开原文件
          </a>
        </p>
      )}
    </>
  )
}
