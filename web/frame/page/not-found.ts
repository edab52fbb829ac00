import { data } from 'react-router'

/** Loader of unknown paths: throws HTTP 404, which the error page shows in the shared layout. */
export function notFoundLoader(): never {
  throw data({ message: '没找到页面...' }, { status: 404 })
}
