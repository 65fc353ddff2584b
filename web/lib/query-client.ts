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

/**
 * Nothing read for one person is shown to the next; what is on the page is asked for again. Where somebody has logged out that is what is there after
 * `guarded`: a visitor does not ask for what the guards have just closed.
 */
export function followPerson(guarded: () => Promise<unknown>): void {
  let token = session()?.token
  const forget = () => {
    queryClient.removeQueries({ type: 'inactive' })
    void queryClient.invalidateQueries()
  }
  subscribeSession(() => {
    const isNew = token !== session()?.token
    token = session()?.token
    const looked = guarded()
    if (!isNew) return
    if (token === undefined) void looked.then(forget)
    else forget()
  })
}
