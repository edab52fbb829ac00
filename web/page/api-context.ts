import { createContext, data, RouterContextProvider } from 'react-router'
import { type Api, createClient, type Transport } from '#shared/contract/client.ts'
import { type Failure, failures } from '#shared/api/failure.ts'

export const apiContext = createContext<Api>()

/** Returns the context of all loaders, which contains the typed API client over this transport. */
export function provideApi(send: Transport) {
  const provider = new RouterContextProvider()
  provider.set(apiContext, createClient(send, toRouteError))
  return provider
}

/**
 * Converts a failure to an object that React Router can serialize. An error class would lose its fields and turn a 404
 * into a 500.
 */
function toRouteError({ kind, message }: Failure) {
  return data({ message }, { status: failures[kind].status })
}
