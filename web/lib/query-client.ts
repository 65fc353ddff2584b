import { QueryClient } from '@tanstack/react-query'
import { Refusal } from './refusal.ts'
import { session, subscribeSession } from './session.ts'

/** What was read from the server. A refusal is an answer and is not asked for again; a lost connection is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && (!(error instanceof Refusal) || error.status === 0 || error.status >= 502),
    },
  },
})

let token = session()?.token
subscribeSession(() => {
  if (token === session()?.token) return
  token = session()?.token
  // Nothing read for one person is shown to the next; what is on the page is asked for again.
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.invalidateQueries()
})
