import { Suspense, Fragment } from 'react'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { Book, RelatedBook } from '#shared/api/book/book.ts'
import type { Relation } from '#shared/api/book/relation.ts'
import type { Api } from '#shared/contract/client.ts'
import { isId } from '#shared/id.ts'
import { apiContext } from '#web/frame/page/api-context.ts'
import { loadRatingsAndComments } from '#web/community/comment/load-ratings-and-comments.ts'
import { lateComponent } from '#web/frame/page/late-component.tsx'
import { EditionList } from './edition-list.tsx'
import { loadPart } from '#web/frame/page/load-part.ts'
import { hasText, ReadButton } from '#web/reading/reader/read-button.tsx'
import { notFoundLoader } from '#web/frame/page/not-found.ts'
import { TitleText } from '#web/catalogue/book/title-text.tsx'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { PrintAddress } from '#web/frame/page/print-address.tsx'
import { useSite } from '#web/frame/page/use-site.ts'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { Credits } from '#web/catalogue/book/credits.tsx'
import { BookFacts } from '#web/catalogue/book/book-facts.tsx'
import { bookListHref } from '#web/catalogue/book/book-href.ts'
import { bookJsonLd } from '#web/catalogue/book/book-json-ld.ts'
import { ConnectLink } from '#web/catalogue/book/connect-link.tsx'
import { EditLink } from '#web/frame/page/edit-link.tsx'
import { ItemPlaces } from '#web/catalogue/book/item-places.tsx'
import { relationJsonLd } from '#web/catalogue/book/relation-json-ld.ts'
import { yearText } from '#shared/year-text.ts'
import { languageName } from '#web/catalogue/book/language-name.ts'
import { lengthText, readingTimeText } from '#web/catalogue/book/text-words.ts'
import './book-page.css'
import './book-relations.css'
import './book-texts.css'
import './recommendations.css'
import '#web/community/comment/comment.css'
import '#web/community/reaction/rating.css'
import '#web/community/reaction/reaction.css'
import '#web/community/shelf/shelf-control.css'
import '#web/ui/card.css'
import '#web/catalogue/book/book-grid.css'

const reactionBar = lateComponent(
  async () => (await import('#web/community/reaction/bar/reaction-bar.tsx')).ReactionBar,
)
const bookTexts = lateComponent(async () => (await import('./book-texts.tsx')).BookTexts)
const bookContents = lateComponent(async () => (await import('./book-contents.tsx')).BookContents)
const bookRelations = lateComponent(async () => (await import('./book-relations.tsx')).BookRelations)
const relatedBooks = lateComponent(async () => (await import('#web/catalogue/book/related-books.tsx')).RelatedBooks)
const commentSection = lateComponent(
  async () => (await import('#web/community/comment/comment-section.tsx')).CommentSection,
)

export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  const id = params['id'] ?? ''
  if (!isId(id)) notFoundLoader()
  const item = { itemType: 'book', itemId: id } as const
  const asked = showBook(api, id, request.signal)
  const [book, relations, related, { ratings, comments }] = await Promise.all([
    asked,
    loadPart('fetch-relations', request.signal, api.relation.list({ id }, request.signal), { list: [] }),
    loadPart('fetch-related', request.signal, api.book.related({ id, without: 'relations' }, request.signal), {
      list: [],
    }),
    loadRatingsAndComments(api, item, asked, request.signal),
    reactionBar.ready(),
    bookTexts.ready(),
    bookContents.ready(),
    bookRelations.ready(),
    relatedBooks.ready(),
    commentSection.ready(),
  ])
  return { book, relations: relations.list, related: related.list, ratings, comments }
}

/** Loads a book. If the book was merged into another one, its page redirects to the surviving book. */
async function showBook(api: Api, id: string, signal: AbortSignal): Promise<Book> {
  const book = await api.book.show({ id }, signal)
  if (book.id !== id) throw redirect(`/book/${book.id}`, 301)
  return book
}

export function Component() {
  const { book, relations, related, ratings, comments } = useLoaderData<typeof loader>()
  const { id, title, desc } = book
  const item = { itemType: 'book', itemId: id } as const
  const site = useSite()
  return (
    <article className="book-page">
      <PageHead
        title={`《${title}》${book.authors.join('、')}`}
        description={desc}
        path={`/book/${id}`}
        picture={`/share/book/${id}.png`}
        type="book"
        jsonLd={{ ...bookJsonLd(book, site), ...relationJsonLd(relations, site.publicUrl) }}
      />
      <EditLink href={`/admin/book/${id}`} />
      <header className="book-head">
        <BookCover id={id} title={title} cover={book.cover} isLazy={false} isDecorative={false} />
        <div className="book-head-text">
          <Title book={book} />
          <BookSummary book={book} />
          <ReadButton key={id} book={book} />
          <Suspense>
            <reactionBar.Part
              key={id}
              {...item}
              title={`《${title}》`}
              likes={book.likes}
              countSave={book.countSave}
              ratings={ratings}
            />
          </Suspense>
          <Recommends book={book} />
        </div>
      </header>
      <ItemPlaces item={item} title={`《${title}》`} places={book.places} heading="书里书外的地方" />
      <About book={book} />
      <Suspense>
        <bookTexts.Part key={id} book={book} />
      </Suspense>
      {hasText(book) && (
        <Suspense>
          <bookContents.Part key={id} id={id} title={title} />
        </Suspense>
      )}
      <Suspense>
        <commentSection.Part key={id} {...item} first={comments} count={book.countComments} />
      </Suspense>
      <ConnectedBooks id={id} relations={relations} related={related} />
      <PrintAddress path={`/book/${id}`} />
    </article>
  )
}

function Title({ book: { title, subtitle, authors, authorIds, editions } }: { book: Book }) {
  const translators = editions[0]?.translators ?? []
  return (
    <>
      <h1 className="book-page-title">
        <bdi>
          <TitleText title={title} />
        </bdi>
      </h1>
      {subtitle && <p className="book-subtitle">{subtitle}</p>}
      <p className="book-authors">
        <Credits names={authors} ids={authorIds} />
        {translators.length > 0 && (
          <>
            {' · '}
            <Credits names={translators.map(({ name }) => name)} ids={translators.map(({ personId }) => personId)} /> 译
          </>
        )}
      </p>
    </>
  )
}

interface ConnectedBooksProps {
  id: string
  relations: Relation[]
  related: RelatedBook[]
}

function ConnectedBooks({ id, relations, related }: ConnectedBooksProps) {
  return (
    <>
      <Suspense>
        <bookRelations.Part key={id} relations={relations} />
      </Suspense>
      <section aria-label="相连">
        <ConnectLink kind="book" id={id} />
      </section>
      <Suspense>
        <relatedBooks.Part key={id} books={related} />
      </Suspense>
    </>
  )
}

function About({ book }: { book: Book }) {
  return (
    <section className="book-about" aria-labelledby="about-title">
      <h2 id="about-title">这本书</h2>
      <div>
        <p className="book-desc">{book.desc}</p>
        <TagLinks book={book} />
      </div>
      <div>
        <BookFacts book={book} />
        <EditionList editions={book.editions} />
      </div>
    </section>
  )
}

function TagLinks({ book }: { book: Book }) {
  return (
    <ul className="chips" aria-label="标签">
      {book.tags.map(({ id, name }) => (
        <li key={id}>
          <a className="chip" href={bookListHref({ tags: [name], free: false, sort: 'hot' })}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Recommends({ book: { id: bookId, recommends } }: { book: Book }) {
  return (
    <section className="recommendations" aria-label="推荐">
      <h2>为什么推荐</h2>
      {recommends.map(({ id, user, reason, voice }) => (
        <figure key={id}>
          <blockquote>{reason}</blockquote>
          <figcaption>
            {user.isPublic ? <a href={`/user/${user.id}`}>{user.name}</a> : user.name}
            {voice !== null && ` · ${voice}`}
          </figcaption>
        </figure>
      ))}
      {recommends.length === 0 && <p>还没有人推荐它。</p>}
      <a className="button button-quiet" href={`/user/recommend?book=${bookId}`}>
        我也推荐
      </a>
    </section>
  )
}

/**
 * One line below the authors: literary forms, year, foreign original language, and how long the text of the book is.
 * Unknown facts are left out.
 */
function BookSummary({ book: { tags, publishedYear, originalLanguage, files } }: { book: Book }) {
  const forms = tags.filter(({ kind }) => kind === 'form')
  const [text] = files
  const facts = [
    ...forms.map(({ id, name }) => (
      <a key={id} href={bookListHref({ tags: [name], free: false, sort: 'hot' })}>
        {name}
      </a>
    )),
    publishedYear !== null && yearText(publishedYear),
    originalLanguage !== null && !['zh', 'lzh'].includes(originalLanguage) && languageName(originalLanguage),
    text && `${lengthText(text.countCharacters)}，${readingTimeText(text.countCharacters)}`,
  ].filter((fact) => fact !== false && fact !== undefined)
  if (facts.length === 0) return null
  return (
    <p className="book-summary touch-links">
      {facts.map((fact, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          {fact}
        </Fragment>
      ))}
    </p>
  )
}
