import { Suspense } from 'react'
import type { ConnectPath } from '#shared/api/search/connect.ts'
import { readConnectedId } from '#shared/connected-id.ts'
import { useMapKind } from '#web/frame/globe/state/use-map-kind.ts'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'

const PathGlobe = lazyComponent(async () => (await import('./path-globe.tsx')).PathGlobe)

interface ConnectedPathProps {
  path: ConnectPath
  from: string
  to: string
}

/** A path between two books, people or places: each step in one sentence, beside its picture on the globe. */
export function ConnectedPath({ path: { nodes, steps, points }, from, to }: ConnectedPathProps) {
  return (
    <section className="connect-path" aria-labelledby="path-title">
      <h2 id="path-title">{steps.length === 1 ? '一步就到' : `${steps.length} 步相连`}</h2>
      <div className="connect-path-body">
        <ol className="connect-steps touch-links">
          {nodes.map(({ id, name, note }, index) => (
            <li key={id}>
              <p className="connect-node">
                <a href={hrefOf(id)}>{id.startsWith('book.') ? `《${name}》` : name}</a>
                {note !== name && <span>{note}</span>}
              </p>
              {steps[index] && <p className="connect-sentence">{steps[index].sentence}</p>}
            </li>
          ))}
        </ol>
        {points.length > 0 && (
          <PathFigure key={`${from}.${to}`} points={points} picture={`/globe/connect/${from}/${to}.svg`} />
        )}
      </div>
    </section>
  )
}

/**
 * The path on the globe. The server's HTML contains a picture, which an interactive globe covers if the browser can
 * draw one.
 */
function PathFigure({ points, picture }: { points: ConnectPath['points']; picture: string }) {
  const [kind] = useMapKind()
  const names = points.map(({ name }) => name)
  return (
    <figure className="connect-globe">
      <div className="connect-globe-frame">
        <img src={picture} width="360" height="360" alt={`地球上的路线：${names.join('、')}`} loading="lazy" />
        <Suspense fallback={null}>{kind === 'globe' && <PathGlobe points={points} />}</Suspense>
      </div>
      <figcaption>{names.join(' → ')}</figcaption>
    </figure>
  )
}

function hrefOf(connectedId: string): string {
  const read = readConnectedId(connectedId)
  return read === undefined ? '/' : `/${read.kind}/${read.id}`
}
