import type { User } from '#contract/people.ts'
import { useState } from 'react'
import { call, queryKeyOf, type Input } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isRefusal } from '../../lib/refusal.ts'
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

/** Saves parts of the record. If an earlier try succeeded and only its answer was lost, they are there: success. */
export async function saveProfile(body: NonNullable<Input<'PUT /api/my-profile'>['body']>): Promise<User> {
  try {
    return await call('PUT /api/my-profile', { body })
  } catch (error) {
    if (!isRefusal(error, 'stale')) throw error
    const { user, mentor } = await call('GET /api/my-profile')
    const stored: object = { ...user, bio: mentor?.bio, revision: body.revision }
    if (isEqual({ ...stored, ...body }, stored)) return user
    throw error
  }
}

const isEqual = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)
