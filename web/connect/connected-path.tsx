import type { ConnectPath } from '#shared/api/search/connect.ts'
import { readConnectedId } from '#shared/connected-id.ts'

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
        <ol className="connect-steps">
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
          <figure className="connect-globe">
            <img
              src={`/globe/connect/${from}/${to}.svg`}
              width="360"
              height="360"
              alt={`地球上的路线：${points.map(({ name }) => name).join('、')}`}
              loading="lazy"
            />
            <figcaption>
              {points.map(({ name }) => name).join(' → ')}
              <a href="/">去地球上看</a>
            </figcaption>
          </figure>
        )}
      </div>
    </section>
  )
}

function hrefOf(connectedId: string): string {
  const read = readConnectedId(connectedId)
  return read === undefined ? '/' : `/${read.kind}/${read.id}`
}
