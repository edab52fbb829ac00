import type { Found, FoundBook } from '#shared/api/search/search.ts'
import type { Site } from '#shared/api/site.ts'
import { pictureSizes, pictureUrl } from '#shared/picture.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import type { Combobox } from '#web/ui/combobox.tsx'
import { ComboboxPopup } from '#web/ui/combobox-popup.tsx'
import type { LiveAnswer } from '#web/ui/use-live-search.ts'
import { Marked } from './highlighted-text.tsx'
import { clearSearches } from './recent-searches.ts'
import { groupsOf, type OptionGroup, recentGroup, shownOf } from './option-groups.ts'
import { hrefOf, type PickedFind, searchHref } from './search-option.ts'
import './search-popup.css'

interface SearchPopupProps {
  box: Combobox
  answer: LiveAnswer<Found>
  /** The user's recent searches, listed while the search box is empty. */
  recent: string[]
  onPick: (picked: PickedFind) => void
  /** Callback after the user has cleared the recent searches. */
  onForget: () => void
}

/** The list of options below the search box: suggestions, or recent searches while the box is empty. */
export function SearchPopup({ box, answer, recent, onPick, onForget }: SearchPopupProps) {
  const site = useSite()
  const query = box.text.trim()
  const isRecent = query === ''
  const found = answer.found ? groupsOf(shownOf(answer.found, site)) : []
  const groups = box.isOpen ? (isRecent ? recentGroup(recent) : found) : []
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const notice = box.isOpen && !isRecent ? noticeOf(answer, query, count) : ''
  const forget = () => {
    clearSearches()
    onForget()
  }
  return (
    <>
      <ComboboxPopup
        box={box}
        label="提示"
        groups={groups.map(({ label, options }) => ({
          label,
          options: options.map((option) => toOption(option, site)),
        }))}
        allowsFreeText
        onPick={({ picked }) => onPick(picked)}
      >
        {count === 0 && notice !== '' && <p className="search-notice">{notice}</p>}
        {count > 0 && isRecent && (
          <button type="button" className="search-foot" onClick={forget}>
            清除记录
          </button>
        )}
        {count > 0 && !isRecent && (
          <a className="search-foot" href={searchHref(query)} tabIndex={-1}>
            看全部结果
          </a>
        )}
      </ComboboxPopup>
      <p className="visually-hidden" role="status">
        {notice}
      </p>
    </>
  )
}

function toOption({ key, label, note, picked }: OptionGroup['options'][number], site: Site) {
  const shared = { key, name: <Marked of={label} />, note, href: hrefOf(picked), picked }
  return picked.kind === 'book' ? { ...shared, picture: <SmallCover book={picked.book} site={site} /> } : shared
}

/** The cover of a book in the size of an option. It is loaded after the list of options is shown. */
function SmallCover({ book: { id, cover }, site }: { book: FoundBook; site: Site }) {
  const [smallest] = pictureSizes.cover
  const source = cover ? pictureUrl(site, cover, smallest) : `/cover/${id}.svg`
  return <img className="search-cover" src={source} width="24" height="36" alt="" loading="lazy" decoding="async" />
}

/**
 * Returns a sentence about the search options (such as their number) for screen readers. The sentence is also shown if
 * there are no options.
 */
function noticeOf({ query, found, isFailed }: LiveAnswer<Found>, text: string, count: number): string {
  if (isFailed && query === text) return '暂时没有提示，按回车也能搜索'
  if (found === null || query !== text) return ''
  return count > 0 ? `有 ${count} 条提示，用上下键选择` : '按回车，在全站里找'
}
