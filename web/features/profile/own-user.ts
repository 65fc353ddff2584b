import type { User } from '#contract/people.ts'
import { useState } from 'react'
import { queryKeyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { updateUser } from '../../lib/session.ts'

/**
 * The caller's record while sections of a page save parts of it, each with the newest revision. `saved`:
 * a section saved it, and other parts of the page show that; `setUser`: a section has only read it again.
 */
export function useOwnUser(read: User) {
  const [user, setUser] = useState(read)
  const saved = (next: User) => {
    setUser(next)
    updateUser(next)
    void queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/my-profile') })
  }
  return { user, setUser, saved }
}
