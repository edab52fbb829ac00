import { Suspense } from 'react'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { Outline } from '#shared/api/reader/reading.ts'
import { bookFileHref, entryBase } from '#shared/book-text.ts'
import { isId } from '#shared/id.ts'
import { apiContext } from '#web/frame/page/api-context.ts'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import { notFoundLoader } from '#web/frame/page/not-found.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { useIsHydrated } from '#web/frame/page/use-is-hydrated.ts'
import { readQuery } from '#web/frame/page/page-query.ts'
import type { ReadBook } from '#web/reading/reader/state/read-book.ts'
import { ReaderFrame } from './reader-frame.tsx'
import { readPageQuery } from './read-query.ts'
import './reader.css'

const Reader = lazyComponent(
  () => import('./reader.tsx').then((module) => module.Reader),
  () => <p className="reader-message">阅读器没有载入，请检查网络后刷新。</p>,
)

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  const id = params['id'] ?? ''
  const { fileId } = readQuery(readPageQuery, new URL(request.url).searchParams)
  if (!isId(id)) notFoundLoader()
  const bookRequest = api.book.show({ id }, request.signal)
  const [{ title, authors, files }, outline] = await Promise.all([
    bookRequest,
    api.reading.outline({ bookId: id, ...(fileId && { fileId }) }, request.signal),
  ]).catch(async (error: unknown) => {
    const { id: winnerId } = await bookRequest
    // If the book was merged into another one, the page redirects to the text of the surviving book.
    throw winnerId === id ? error : redirect(`/book/${winnerId}/read`, 301)
  })
  return { book: { id, title, authors, files }, outline }
}

export function Component() {
  const { book, outline } = useLoaderData<typeof loader>()
  const isHydrated = useIsHydrated()
  const opening = (
    <ReaderFrame book={book}>
      <p className="reader-message">正在打开……</p>
    </ReaderFrame>
  )
  return (
    <>
      <PageHead
        title={`读《${book.title}》`}
        description={`在线阅读${book.authors.join('、')}的《${book.title}》。`}
        path={null}
        picture={`/share/book/${book.id}.png`}
        type="book"
      />
      {isHydrated ? (
        <Suspense fallback={opening}>
          <Reader key={outline.fileId} book={book} outline={outline} />
        </Suspense>
      ) : (
        opening
      )}
      <noscript>
        <WithoutScript book={book} outline={outline} />
      </noscript>
    </>
  )
}

/** Links to the chapters and files of the book, for browsers without JavaScript. */
function WithoutScript({ book, outline }: { book: ReadBook; outline: Outline }) {
  const base = entryBase(outline)
  return (
    <section className="prose-page">
      <h2>没有脚本也能读</h2>
      <p>这个浏览器没有运行脚本：可以逐章打开，或把整本书下载下来。</p>
      <ul>
        {book.files.map((file) => (
          <li key={file.id}>
            <a href={bookFileHref(book.id, file)} download>
              下载 {file.title}（{file.format.toUpperCase()}）
            </a>
          </li>
        ))}
      </ul>
      <ol>
        {outline.contents.map(({ label, section, fragment }, at) => (
          <li key={`${at} ${label}`}>
            <a href={`${base}${encodeURI(outline.sections[section]?.path ?? '')}${fragment && `#${fragment}`}`}>
              {label}
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}
