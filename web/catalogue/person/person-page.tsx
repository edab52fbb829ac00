import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { Person } from '#shared/api/person/person.ts'
import { lifeText } from '#shared/year-text.ts'
import { isId } from '#shared/id.ts'
import { countText } from '#web/ui/capped-count.ts'
import { EditLink } from '#web/frame/page/edit-link.tsx'
import { apiContext } from '#web/frame/page/api-context.ts'
import { notFoundLoader } from '#web/frame/page/not-found.ts'
import { ShareButton } from '#web/frame/share/share-button.tsx'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { PrintAddress } from '#web/frame/page/print-address.tsx'
import { readQuery } from '#web/frame/page/page-query.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { ConnectLink } from '#web/catalogue/book/connect-link.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Contemporaries, PersonTours } from './person-sections.tsx'
import { personJsonLd } from './person-json-ld.ts'
import { PersonLife } from './person-life.tsx'
import { personHref, personQuery } from './person-query.ts'
import { personNameKinds, roleNames } from './person-words.ts'
import { AllWorks, PersonWorks } from './person-works.tsx'
import './person-page.css'

/**
 * The number of books that the page of a person shows for each role, and the number on a page with the books of one
 * role only.
 */
const [fewBooks, manyBooks] = [12, 48]

export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  const id = params['id'] ?? ''
  if (!isId(id)) notFoundLoader()
  const { role, cursor } = readQuery(personQuery, new URL(request.url).searchParams)
  const person = await api.person.show({ id }, request.signal)
  // If a person was merged into another one, the page of their id redirects to the surviving person.
  if (person.id !== id) throw redirect(personHref(person.id), 301)
  const roles = role === undefined ? person.works.map((one) => one.role) : [role]
  const limit = role === undefined ? fewBooks : manyBooks
  const works = await Promise.all(
    roles.map(async (role) => {
      const page = await api.book.list({ person: { id, role }, cursor, limit }, request.signal)
      return { role, ...page }
    }),
  )
  return { person, works, role, isFirst: cursor === undefined }
}

export function Component() {
  const { person, works, role, isFirst } = useLoaderData<typeof loader>()
  const { id, name } = person
  const [all] = works
  return (
    <article className="person-page">
      <PersonHead person={person} role={role} />
      <EditLink href={`/admin/person/${id}`} />
      <header className="person-head">
        <h1>{role === undefined ? name : <a href={personHref(id)}>{name}</a>}</h1>
        <p className="person-life-years">{lifeText(person)}</p>
        <ShareButton title={name} path={`/person/${id}`} poster={`/share/person/${id}/poster.png`} />
      </header>
      {role !== undefined && all !== undefined ? (
        <AllWorks id={id} works={all} isFirst={isFirst} perPage={manyBooks} />
      ) : (
        <>
          {person.desc && <p className="person-desc">{person.desc}</p>}
          <Names person={person} />
          <PersonWorks id={id} works={works} />
          {works.length === 0 && <p className="person-desc">这里还没有{name}的书。</p>}
          <PersonLife person={person} />
          <Contemporaries people={person.contemporaries} />
          <PersonTours tours={person.tours} />
          <section aria-label="相连">
            <ConnectLink kind="person" id={id} />
          </section>
        </>
      )}
      <PrintAddress path={personHref(id)} />
    </article>
  )
}

function PersonHead({ person, role }: { person: Person; role: keyof typeof roleNames | undefined }) {
  const { publicUrl } = useSite()
  const { id, name, desc, works } = person
  const counts = works.map(({ role, count }) => `${roleNames[role]} ${countText(count)} 本`).join('，')
  return (
    <PageHead
      title={role === undefined ? name : `${name}的${roleNames[role]}`}
      description={[desc, counts && `${counts}。`].filter(Boolean).join('') || `${name}的书，和书里的地方。`}
      path={personHref(id, role === undefined ? {} : { role })}
      picture={`/share/person/${id}.png`}
      type="article"
      jsonLd={personJsonLd(person, publicUrl)}
    />
  )
}

function Names({ person: { names, ancestral } }: { person: Person }) {
  const kinds = [...Map.groupBy(names, ({ kind }) => kind)]
  const facts = kinds.map(([kind, some]): [string, string] => [
    personNameKinds[kind],
    some.map(({ name }) => name).join('、'),
  ])
  return <Facts facts={[...facts, ['籍贯', ancestral]]} />
}
