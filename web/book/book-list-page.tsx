import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageHead } from '../ui/page-head.tsx'
import { bookListHref } from './book-href.ts'
import { BookList, loadBookList } from './book-list.tsx'

export function loader(args: LoaderFunctionArgs) {
  return loadBookList(args)
}

export function Component() {
  const data = useLoaderData<typeof loader>()
  const { tags, sort } = data.query
  const title = tags.length > 0 ? `${tags.join('、')} · 好书推荐` : '好书推荐'
  // Sorted another way the list is the same; search engines are shown it once, with its later pages.
  const path = bookListHref({ tags, free: data.query.free, sort: 'hot' })
  const lead = tags.length > 0 ? `带着「${tags.join('」「')}」的书` : '每一本都有编辑的一句话：为什么值得读'
  return (
    <>
      <PageHead
        title={title}
        description={`${lead}。共 ${data.total} 本，按体裁、主题、时代和地域挑选。`}
        path={sort === 'hot' ? path : null}
      />
      <BookList
        data={data}
        path="/book"
        hasFreeSwitch
        heading={
          <>
            <h1>好书推荐</h1>
            <p>{lead}。</p>
          </>
        }
      />
    </>
  )
}
