import { createContext, data, RouterContextProvider } from 'react-router'
import { type Api, createClient, type Transport } from '#shared/contract/client.ts'
import { type Failure, failures } from '#shared/api/failure.ts'

export const apiContext = createContext<Api>()

/** What every loader finds in its context: the typed client over this transport. */
export function provideApi(send: Transport) {
  const provider = new RouterContextProvider()
  provider.set(apiContext, createClient(send, toRouteError))
  return provider
}

/** A loader may only throw what React Router can serialise: an error class would lose its fields and make a 500 of a 404. */
function toRouteError({ kind, message }: Failure) {
  return data({ message }, { status: failures[kind].status })
}
