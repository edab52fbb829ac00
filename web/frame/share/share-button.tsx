import { Share2 } from 'lucide'
import { Suspense, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'

const ShareDialog = lazyComponent(async () => (await import('./share-dialog.tsx')).ShareDialog)

interface ShareButtonProps {
  title: string
  /** Path of the page that is shared, such as `/book/{id}`. */
  path: string
  /** Path of the poster that the server draws of the page; null if there is none. */
  poster: string | null
  className?: string
}

/** Button that shares a page by the system's dialog, or by a dialog of our own where the browser has none. */
export function ShareButton({ title, path, poster, className = 'button button-quiet' }: ShareButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const share = async () => setIsOpen(!(await shareAddress(title, path)))
  return (
    <>
      <button type="button" className={className} onClick={() => void share()}>
        <Icon of={Share2} size={20} />
        分享
      </button>
      {isOpen && (
        <Suspense>
          <ShareDialog title={title} path={path} poster={poster} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Opens the system's share dialog for a path of the site. Returns false if the browser has none or refuses it; the
 * caller then has to offer another way of sharing.
 */
async function shareAddress(title: string, path: string): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false
  try {
    await navigator.share({ title, url: location.origin + path })
    return true
  } catch (error) {
    // The user has closed the share dialog, so no other way of sharing is offered.
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
