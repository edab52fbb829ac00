import { useMemo, useState } from 'react'
import type { CollectionEntry, LikedType } from '#shared/api/community/reaction.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { dayText } from '#web/ui/time-text.ts'
import { api } from '#web/frame/session/session.ts'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { usePagedList } from '#web/ui/list/use-paged-list.ts'
import { type Counters, refreshCounters, useCounters } from '#web/account/counters-store.ts'
import { ItemLine } from './item-line.tsx'

interface Collection {
  expand: 'like' | 'save'
  label: string
  types: [LikedType, string][]
  countOf: (counters: Counters, type: LikedType) => number | undefined
  undo: string
  empty: string
}

const plurals = { book: 'books', video: 'videos', comment: 'comments' } as const
const likedItems: Collection = {
  expand: 'like',
  label: '喜欢',
  types: [
    ['book', '书'],
    ['video', '视频'],
    ['comment', '评论'],
  ],
  countOf: ({ likes }, type) => likes?.[plurals[type]],
  undo: '不再喜欢',
  empty: '还没有喜欢的。读到好的，点一下心，就收在这里。',
}
const savedItems: Collection = {
  expand: 'save',
  label: '收藏',
  types: likedItems.types.slice(0, 2),
  countOf: ({ saves }, type) => (type === 'comment' ? undefined : saves?.[plurals[type]]),
  undo: '不再收藏',
  empty: '还没有收藏。把以后要找的书收在这里。',
}

export function MyLikes() {
  return <CollectionList collection={likedItems} />
}

export function MySaves() {
  return <CollectionList collection={savedItems} />
}

const keyOf = ({ itemType, itemId }: CollectionEntry) => `${itemType} ${itemId}`

/** List of the items that the user likes or saves, by type. An item that the user removes disappears at once. */
function CollectionList({ collection }: { collection: Collection }) {
  const { expand, label, types, countOf, undo, empty } = collection
  const { featureVideo } = useSite()
  const counters = useCounters()
  const [itemType, setItemType] = useState<LikedType>('book')
  const offered = types.filter(([type]) => featureVideo || type !== 'video')
  const ask = useMemo(() => loadPage(expand, itemType), [expand, itemType])
  const pages = usePagedList(ask, keyOf)
  const removeEntry = async (entry: CollectionEntry) => {
    pages.change(keyOf(entry), () => undefined)
    const { itemId } = entry
    const change =
      expand === 'save' && entry.itemType !== 'comment'
        ? api.reaction.save({ itemType: entry.itemType, itemId, on: false })
        : api.reaction.like({ itemType: entry.itemType, itemId, on: false })
    await change.catch(() => pages.refresh())
    await refreshCounters()
  }
  return (
    <section aria-label={label}>
      <div className="chips section-kinds" role="group" aria-label="种类">
        {offered.map(([type, name]) => (
          <button
            key={type}
            type="button"
            className="chip"
            aria-pressed={type === itemType}
            onClick={() => setItemType(type)}
          >
            {name} <span className="count">{countOf(counters, type)}</span>
          </button>
        ))}
      </div>
      <PagedList pages={pages} label={label} keyOf={keyOf} empty={<EmptyCollection words={empty} />}>
        {(entry) => (
          <ItemLine
            item={entry.item}
            {...(entry.comment && { hash: `#comment-${entry.itemId}` })}
            action={
              <button type="button" className="text-button" onClick={() => void removeEntry(entry)}>
                {undo}
                <span className="visually-hidden">：{entry.comment ? entry.comment.name : entry.item.title}</span>
              </button>
            }
          >
            {entry.comment && (
              <blockquote className="item-line-words">
                {entry.comment.name}：{entry.comment.content}
              </blockquote>
            )}
            <time dateTime={entry.createTime}>{dayText(entry.createTime)}</time>
          </ItemLine>
        )}
      </PagedList>
    </section>
  )
}

function loadPage(expand: Collection['expand'], itemType: LikedType) {
  return async (cursor?: string, signal?: AbortSignal) => {
    const answer = await api.reaction.likeSave({ expand, itemType, ...(cursor && { cursor }) }, signal)
    return 'list' in answer ? answer : { list: [], nextCursor: null, total: 0 }
  }
}

function EmptyCollection({ words }: { words: string }) {
  return (
    <>
      <p>{words}</p>
      <a className="button" href="/book">
        看看好书
      </a>
    </>
  )
}
