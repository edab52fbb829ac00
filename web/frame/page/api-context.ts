import { createContext, data, RouterContextProvider } from 'react-router'
import { type Api, createClient, type Transport } from '#shared/contract/client.ts'
import { type Failure, failures } from '#shared/api/failure.ts'

export const apiContext = createContext<Api>()

/**
 * Returns the context that React Router passes to all page loaders. It contains the typed API client, which sends its
 * calls through the given transport.
 */
export function provideApi(send: Transport) {
  const provider = new RouterContextProvider()
  provider.set(apiContext, createClient(send, toRouteError))
  return provider
}

/**
 * Converts the error of a failed API call to a plain object that React Router can serialize. An error class would lose
 * its fields, and a 404 would become a 500.
 */
function toRouteError({ kind, message }: Failure) {
  return data({ message }, { status: failures[kind].status })
}
