import { useMemo, useState } from 'react'
import type { CollectionEntry, LikedType } from '#shared/api/community/reaction.ts'
import { dayText } from '#web/ui/time-text.ts'
import { api } from '#web/session/session.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import { usePagedList } from '#web/ui/use-paged-list.ts'
import { type Counters, refreshCounters, useCounters } from '#web/account/counters-store.ts'
import { ItemLine } from './item-line.tsx'

interface Keeping {
  expand: 'like' | 'save'
  label: string
  types: [LikedType, string][]
  countOf: (counters: Counters, type: LikedType) => number | undefined
  undo: string
  empty: string
}

const plurals = { book: 'books', video: 'videos', comment: 'comments' } as const
const liking: Keeping = {
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
const saving: Keeping = {
  expand: 'save',
  label: '收藏',
  types: liking.types.slice(0, 2),
  countOf: ({ saves }, type) => (type === 'comment' ? undefined : saves?.[plurals[type]]),
  undo: '不再收藏',
  empty: '还没有收藏。把以后要找的书收在这里。',
}

export function MyLikes() {
  return <OwnKept keeping={liking} />
}

export function MySaves() {
  return <OwnKept keeping={saving} />
}

const keyOf = ({ itemType, itemId }: CollectionEntry) => `${itemType} ${itemId}`

/** List of the items that the user likes or saves, by type. An item that the user removes disappears at once. */
function OwnKept({ keeping }: { keeping: Keeping }) {
  const { expand, label, types, countOf, undo, empty } = keeping
  const counters = useCounters()
  const [itemType, setItemType] = useState<LikedType>('book')
  const ask = useMemo(() => askFor(expand, itemType), [expand, itemType])
  const pages = usePagedList(ask, keyOf)
  const takeBack = async (kept: CollectionEntry) => {
    pages.change(keyOf(kept), () => undefined)
    const { itemId } = kept
    const change =
      expand === 'save' && kept.itemType !== 'comment'
        ? api.reaction.save({ itemType: kept.itemType, itemId, on: false })
        : api.reaction.like({ itemType: kept.itemType, itemId, on: false })
    await change.catch(() => pages.refresh())
    await refreshCounters()
  }
  return (
    <section aria-label={label}>
      <div className="chips section-kinds" role="group" aria-label="种类">
        {types.map(([type, name]) => (
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
      <PagedList pages={pages} label={label} keyOf={keyOf} empty={<Nothing words={empty} />}>
        {(kept) => (
          <ItemLine
            item={kept.item}
            {...(kept.comment && { hash: `#comment-${kept.itemId}` })}
            action={
              <button type="button" className="button button-quiet" onClick={() => void takeBack(kept)}>
                {undo}
                <span className="visually-hidden">：{kept.comment ? kept.comment.name : kept.item.title}</span>
              </button>
            }
          >
            {kept.comment && (
              <blockquote className="item-line-words">
                {kept.comment.name}：{kept.comment.content}
              </blockquote>
            )}
            <time dateTime={kept.createTime}>{dayText(kept.createTime)}</time>
          </ItemLine>
        )}
      </PagedList>
    </section>
  )
}

function askFor(expand: Keeping['expand'], itemType: LikedType) {
  return async (cursor?: string, signal?: AbortSignal) => {
    const answer = await api.reaction.likeSave({ expand, itemType, ...(cursor && { cursor }) }, signal)
    return 'list' in answer ? answer : { list: [], nextCursor: null, total: 0 }
  }
}

function Nothing({ words }: { words: string }) {
  return (
    <>
      <p>{words}</p>
      <a className="button" href="/book">
        看看好书
      </a>
    </>
  )
}
