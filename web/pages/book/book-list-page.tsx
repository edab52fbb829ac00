import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { SearchBox } from '#web/search/search-box.tsx'
import { loadSearch, SearchResults } from '#web/search/results/search-results.tsx'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { countText } from '#web/ui/capped-count.ts'
import { bookListHref, readBookQuery } from '#web/catalogue/book/book-href.ts'
import { BookList, type BookListData, loadBookList } from '#web/catalogue/book/list/book-list.tsx'
import '../../catalogue/book/list/book-list.css'

/** Loads the book list page: the search results if the URL has a search query, otherwise all books. */
export async function loader(args: LoaderFunctionArgs) {
  const { q, ...query } = readBookQuery(new URL(args.request.url).searchParams)
  return q === undefined ? { list: await loadBookList(args) } : { search: await loadSearch(args, { ...query, q }) }
}

export function Component() {
  const data = useLoaderData<typeof loader>()
  return data.search ? <SearchResults data={data.search} /> : <AllBooks data={data.list} />
}

function AllBooks({ data }: { data: BookListData }) {
  const { tags, sort } = data.query
  const [tag] = tags
  const title = tags.length > 0 ? `${tags.join('、')} · 好书推荐` : '好书推荐'
  // The canonical URL omits the sort order, because search engines need each book list only once.
  const path = bookListHref({ tags, free: data.query.free, sort: 'hot' })
  const lead = tags.length > 0 ? `带着「${tags.join('」「')}」的书` : '每一本都有编辑的一句话：为什么值得读'
  return (
    <>
      <PageHead
        title={title}
        description={`${lead}。共 ${countText(data.total, data.isLowerBound)} 本，按体裁、主题、时代和地域挑选。`}
        path={sort === 'hot' ? path : null}
        picture={tag !== undefined && tags.length === 1 ? `/share/tag/${encodeURIComponent(tag)}.png` : undefined}
      />
      <BookList
        data={data}
        path="/book"
        hasFreeSwitch
        heading={
          <>
            <h1>好书推荐</h1>
            <p>{lead}。</p>
            <div className="page-search book-list-search">
              <SearchBox label="搜书" />
            </div>
          </>
        }
      />
    </>
  )
}
