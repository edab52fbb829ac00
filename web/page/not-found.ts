import { data } from 'react-router'

/** Any other path: HTTP 404, shown by the error page in the shared layout. */
export function notFoundLoader(): never {
  throw data({ message: '没找到页面...' }, { status: 404 })
}
