import type { TourCard } from '#shared/api/place/tour.ts'
import type { FoundCard } from '#shared/api/search/search.ts'
import { bookListHref, type BookListQuery } from '#web/catalogue/book/book-href.ts'
import { FoundList } from './found-list.tsx'

interface NothingFoundProps {
  query: BookListQuery & { q: string }
  near: FoundCard[]
  tours: TourCard[]
}

/** A text that is a wish rather than a title; nobody can recommend the book of this name. */
const wish = /的书$|书单|书目|推荐|适合|想看|有没有|什么|怎么|哪/u

/**
 * Message for a search without results, with suggestions: relax the filters, look at partial matches, follow a tour, or
 * recommend the missing book.
 */
export function NothingFound({ query, near, tours }: NothingFoundProps) {
  const { q, tags, free } = query
  const isFiltered = tags.length > 0 || free
  const isWritten = /[\p{L}\p{N}]/u.test(q)
  return (
    <>
      <div className="nothing-found">
        <h2>没有找到「{q}」</h2>
        {isFiltered ? (
          <p>
            也许是筛选太窄：<a href={bookListHref({ q, tags: [], free: false, sort: 'hot' })}>去掉筛选再找</a>。
          </p>
        ) : (
          <p>
            {isWritten ? '换个写法试试：' : '搜索的词里要有字或数字：'}书名里的两三个字、作者的名字，或者拼音首字母。
          </p>
        )}
        {isWritten && !wish.test(q) && (
          <p>
            <a className="button" href={`/book/recommend?${new URLSearchParams({ title: q })}`}>
              推荐这本书
            </a>
          </p>
        )}
      </div>
      {near.length > 0 && (
        <section>
          <h2 className="near-heading">相近的书</h2>
          <FoundList list={near} />
        </section>
      )}
      <section>
        <h2 className="near-heading">不知道读什么</h2>
        <p className="chips">
          {tours.map(({ id, title }) => (
            <a key={id} className="chip" href={`/tour/${id}`}>
              {title}
            </a>
          ))}
          <a className="chip" href="/today">
            今天的一书一地
          </a>
          <a className="chip" href="/book">
            按标签挑书
          </a>
        </p>
      </section>
    </>
  )
}
