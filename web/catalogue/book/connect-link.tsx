import type { ConnectedKind } from '#shared/connected-id.ts'
import { connectHref } from './connect-query.ts'

/**
 * Link from the page of a book, person or place to the page that shows how it is connected with another book, person or
 * place.
 */
export function ConnectLink({ kind, id }: { kind: ConnectedKind; id: string }) {
  return (
    <p>
      <a className="button button-quiet" href={connectHref({ from: `${kind}.${id}` })}>
        从这里出发，连到……
      </a>
    </p>
  )
}
