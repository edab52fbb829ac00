import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageHead } from '../ui/page-head.tsx'
import { bookListHref } from './book-href.ts'
import { BookList, loadBookList } from './book-list.tsx'

const path = '/book/freeBook'

export function loader(args: LoaderFunctionArgs) {
  return loadBookList(args, { free: true })
}

export function Component() {
  const data = useLoaderData<typeof loader>()
  const { tags } = data.query
  return (
    <>
      <PageHead
        title="免费书"
        description={`${data.total} 本已进入公有领域的好书，每一本都写明了理由。`}
        path={bookListHref({ tags, free: false, sort: 'hot' }, path)}
      />
      <BookList
        data={data}
        path={path}
        hasFreeSwitch={false}
        heading={
          <>
            <h1>免费书</h1>
            <p>这些书的原文已进入公有领域，属于每一个人；理由写在各自的书页上。</p>
          </>
        }
      />
    </>
  )
}
