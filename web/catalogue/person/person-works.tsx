import type { BookCard, BookRole } from '#shared/api/book/book.ts'
import { BookGrid } from '#web/catalogue/book/book-grid.tsx'
import { countText } from '#web/ui/capped-count.ts'
import { Pager } from '#web/ui/list/pager.tsx'
import { personHref } from './person-query.ts'
import { roleNames } from './person-words.ts'

/** Books of a person in one role, with the number of all their books in this role. */
interface RoleWorks {
  role: BookRole
  total: number
  list: BookCard[]
  nextCursor: string | null
  prevCursor: string | null
  page: number | null
  isLowerBound: boolean
}

/** One section with books for each role of a person, with a link to all books of the role. */
export function PersonWorks({ id, works }: { id: string; works: RoleWorks[] }) {
  return works.map(({ role, total, list }, index) => (
    <section key={role} aria-labelledby={`works-${role}`}>
      <h2 id={`works-${role}`}>
        {roleNames[role]} <span className="count">{countText(total)} 本</span>
      </h2>
      <BookGrid books={list} isFirst={index === 0} authorOfPage={id} />
      {total > list.length && (
        <a className="button button-quiet" href={personHref(id, { role })}>
          全部 {countText(total)} 本
        </a>
      )}
    </section>
  ))
}

interface AllWorksProps {
  id: string
  works: RoleWorks
  isFirst: boolean
  /** Number of books on one page. */
  perPage: number
}

/** One page of all books of a person in one role, with links to the pages around it. */
export function AllWorks({ id, works, isFirst, perPage }: AllWorksProps) {
  const { role, total, list, nextCursor, prevCursor, page, isLowerBound } = works
  return (
    <section aria-labelledby={`works-${role}`}>
      <h2 id={`works-${role}`}>
        {roleNames[role]} <span className="count">{countText(total)} 本</span>
      </h2>
      {list.length > 0 ? <BookGrid books={list} authorOfPage={id} /> : <p>这里没有书。</p>}
      <Pager
        page={page}
        countPages={isLowerBound ? null : Math.ceil(total / perPage)}
        prevHref={prevCursor && personHref(id, { role, cursor: prevCursor })}
        backHref={isFirst ? null : personHref(id, { role })}
        nextHref={nextCursor && personHref(id, { role, cursor: nextCursor })}
      />
    </section>
  )
}
