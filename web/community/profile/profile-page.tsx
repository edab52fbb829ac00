import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { PublicProfile } from '#shared/api/account/profile.ts'
import { isId } from '#shared/id.ts'
import { dayText } from '#web/ui/time-text.ts'
import { apiContext } from '#web/frame/page/api-context.ts'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { Credits } from '#web/catalogue/book/credits.tsx'
import { useSite } from '#web/frame/page/use-site.ts'
import { Avatar } from '#web/frame/page/avatar.tsx'
import { notFoundLoader } from '#web/frame/page/not-found.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { ShelfMapSections } from './shelf-map-sections.tsx'
import './profile-page.css'

export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const id = params['id'] ?? ''
  return isId(id) ? context.get(apiContext).profile.show({ id }, request.signal) : notFoundLoader()
}

const shelves = [
  { state: 'reading', label: '在读' },
  { state: 'want', label: '想读' },
  { state: 'read', label: '读过' },
] as const

/** The public profile of a user. It is excluded from search engines to protect the user's privacy. */
export function Component() {
  const profileOwner: PublicProfile = useLoaderData<typeof loader>()
  const { id, name, profile, bio, createdAt, recommends, comments, map, years } = profileOwner
  const shown = shelves.filter(({ state }) => profileOwner.shelves[state].count > 0)
  const isEmpty = shown.length + recommends.length + comments.length === 0
  return (
    <article className="profile-page">
      <ProfileHead profileOwner={profileOwner} />
      <header className="profile-head">
        <Avatar name={name} size={84} profile={profile} />
        <div>
          <h1>{name}</h1>
          <p className="profile-since">
            <time dateTime={createdAt}>{dayText(createdAt)}</time> 加入
          </p>
        </div>
      </header>
      {bio && <p className="profile-bio">{bio}</p>}
      {map !== null && map.countBooks > 0 && (
        <section aria-labelledby="shelf-map">
          <h2 id="shelf-map">{`${name}的读书地图`}</h2>
          <ShelfMapSections map={map} globe={`/map/user/${id}.svg`} name={name} />
          <p>
            <a href={`/share/user/${id}.png`}>看海报</a>
          </p>
        </section>
      )}
      {years.length > 0 && (
        <section aria-labelledby="reading-years">
          <h2 id="reading-years">{`${name}的这些年`}</h2>
          <ul className="chips">
            {years.map((year) => (
              <li key={year}>
                <a className="chip" href={`/share/user/${id}/${year}.png`} aria-label={`${year} 年的海报`}>
                  {`${year} 年`}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {shown.map(({ state, label }) => (
        <Shelf key={state} label={label} shelf={profileOwner.shelves[state]} />
      ))}
      <Recommends recommends={recommends} />
      <Comments comments={comments} />
      {isEmpty && (
        <div className="empty">
          <p>{`${name}的书架还空着，也还没有说过什么。`}</p>
          <a className="button" href="/book">
            看看好书
          </a>
        </div>
      )}
    </article>
  )
}

function ProfileHead({ profileOwner: { id, name, bio, createdAt, recommends } }: { profileOwner: PublicProfile }) {
  const { publicUrl } = useSite()
  const url = `${publicUrl}/user/${id}`
  const person = { '@type': 'Person', name, description: bio || undefined, identifier: id, url }
  const jsonLd = { '@type': 'ProfilePage', dateCreated: createdAt, url, mainEntity: person }
  const did = recommends.length > 0 ? `推荐了 ${recommends.length} 本书` : '在这里读书'
  return (
    <>
      <PageHead title={name} description={bio || `${name}${did}。`} path={`/user/${id}`} jsonLd={jsonLd} />
      <meta name="robots" content="noindex" />
    </>
  )
}

function Shelf({ label, shelf: { count, list } }: { label: string; shelf: PublicProfile['shelves']['read'] }) {
  return (
    <section aria-label={label}>
      <h2>
        {label} <span className="count">{count} 本</span>
      </h2>
      <ul className="profile-shelf">
        {list.map(({ id, title, authors, authorIds, cover, note }) => (
          <li key={id}>
            <a href={`/book/${id}`}>
              <BookCover id={id} title={title} cover={cover} />
              <span className="profile-shelf-title">{title}</span>
            </a>
            <p className="profile-shelf-authors">
              <Credits names={authors} ids={authorIds} />
            </p>
            {note && <p className="profile-note">{note}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Recommends({ recommends }: Pick<PublicProfile, 'recommends'>) {
  if (recommends.length === 0) return null
  return (
    <section aria-label="推荐">
      <h2>推荐</h2>
      {recommends.map(({ id, book, reason, createTime }) => (
        <figure key={id} className="profile-quote">
          <figcaption>
            <a href={`/book/${book.id}`}>《{book.title}》</a>
            <time dateTime={createTime}>{dayText(createTime)}</time>
          </figcaption>
          <blockquote>{reason}</blockquote>
        </figure>
      ))}
    </section>
  )
}

function Comments({ comments }: Pick<PublicProfile, 'comments'>) {
  if (comments.length === 0) return null
  return (
    <section aria-label="评论">
      <h2>最近的评论</h2>
      {comments.map(({ id, book, content, createTime }) => (
        <figure key={id} className="profile-quote">
          <figcaption>
            <a href={`/book/${book.id}#comment-${id}`}>《{book.title}》</a>
            <time dateTime={createTime}>{dayText(createTime)}</time>
          </figcaption>
          <blockquote>{content}</blockquote>
        </figure>
      ))}
    </section>
  )
}
