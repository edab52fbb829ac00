import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { Connected } from '#shared/api/search/connect.ts'
import { apiContext } from '#web/frame/page/api-context.ts'
import { loadPart } from '#web/frame/page/load-part.ts'
import { PageHead } from '#web/frame/page/page-head.tsx'
import { readQuery } from '#web/frame/page/page-query.ts'
import { ShareButton } from '#web/frame/share/share-button.tsx'
import { ConnectForm } from './connect-form.tsx'
import { endLabels, problemIdOf, type UnknownEnds } from './connect-ends.ts'
import { ConnectedPath } from './connected-path.tsx'
import { connectHref, connectQuery } from '#web/catalogue/book/connect-query.ts'
import './connect-page.css'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  const query = readQuery(connectQuery, new URL(request.url).searchParams)
  const { from, to, fromName, toName } = query
  const resolve = async (id: string | undefined, name: string | undefined): Promise<Connected | null> => {
    if (name === undefined) return id === undefined ? null : (await api.connect.show({ id }, request.signal)).found
    const { list } = await api.connect.name({ query: name }, request.signal)
    return list.find((one) => one.id === id && one.name === name) ?? list[0] ?? null
  }
  const [{ list: examples }, start, end] = await Promise.all([
    loadPart('fetch-examples', request.signal, api.connect.examples({}, request.signal), { list: [] }),
    resolve(from, fromName),
    resolve(to, toName),
  ])
  const names = { from: start?.name ?? fromName ?? '', to: end?.name ?? toName ?? '' }
  const unknown = {
    ...(start === null && (fromName ?? from) !== undefined && { from: fromName ?? '' }),
    ...(end === null && (toName ?? to) !== undefined && { to: toName ?? '' }),
  }
  const ends = { ...(start && { from: start.id }), ...(end && { to: end.id }) }
  // If the user typed names, or an id belongs to a merged item, the page redirects to the canonical URL of the two
  // ends.
  const isKnown = unknown.from === undefined && unknown.to === undefined
  if (isKnown && connectHref(ends) !== connectHref(query)) throw redirect(connectHref(ends))
  const path = start && end ? (await api.connect.find({ from: start.id, to: end.id }, request.signal)).path : null
  return { start, end, names, unknown, isKnown, path, examples }
}

export function Component() {
  const { start, end, names, unknown, isKnown, path, examples } = useLoaderData<typeof loader>()
  const title = start && end ? `从${start.name}到${end.name}` : '相连'
  const sentences = path?.steps.map(({ sentence }) => sentence).join('')
  return (
    <article className="connect-page">
      <PageHead
        title={title}
        description={sentences || '选两本书、两个人或两处地方，看它们隔着几步：经过人、地方、时间和书与书的关系。'}
        picture={path && start && end ? `/share/connect/${start.id}/${end.id}.png` : undefined}
        path={isKnown ? connectHref({ ...(start && { from: start.id }), ...(end && { to: end.id }) }) : null}
      />
      <header>
        <h1>相连</h1>
        <p>任意两本书、两个人、两处地方之间，往往只隔着几步。</p>
      </header>
      <ConnectForm key={`${start?.id}.${end?.id}`} start={start} end={end} names={names} unknown={unknown} />
      <div role="status">
        <Outcome start={start} end={end} unknown={unknown} isFound={path !== null} />
      </div>
      {path && start && end && (
        <>
          <ConnectedPath path={path} from={start.id} to={end.id} />
          <p>
            <ShareButton
              title={title}
              path={connectHref({ from: start.id, to: end.id })}
              poster={`/share/connect/${start.id}/${end.id}/poster.png`}
            />
          </p>
        </>
      )}
      <section aria-labelledby="examples-title">
        <h2 id="examples-title">试一试</h2>
        <ul className="connect-examples touch-links">
          {examples.map(({ from, to }) => (
            <li key={from.id}>
              <a href={connectHref({ from: from.id, to: to.id })}>
                《{from.name}》到《{to.name}》
              </a>
            </li>
          ))}
        </ul>
      </section>
    </article>
  )
}

interface OutcomeProps {
  start: Connected | null
  end: Connected | null
  unknown: UnknownEnds
  isFound: boolean
}

/** Message that says why no path was found; empty if there is a path, or while the user has not chosen both ends. */
function Outcome({ start, end, unknown, isFound }: OutcomeProps) {
  if (isFound) return null
  if (unknown.from !== undefined || unknown.to !== undefined)
    return (
      <>
        {(['from', 'to'] as const).map(
          (name) =>
            unknown[name] !== undefined && (
              <p key={name} id={problemIdOf(name)}>
                <strong>{endLabels[name]}：</strong>
                {unknown[name] === '' ? '这一端已经不在了' : `没有找到「${unknown[name]}」`}
                ，换一个书名、人名或地名试试。
              </p>
            ),
        )}
      </>
    )
  if (start === null || end === null) return start || end ? <p>再选一端，就能看到它们怎样相连。</p> : null
  if (start.id === end.id) return <p>两端都是「{start.name}」，它和自己当然相连。换一端试试。</p>
  return (
    <p>
      还没有找到从「{start.name}」到「{end.name}」的路。书多起来，也许就连上了。
    </p>
  )
}
