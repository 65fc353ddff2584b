import { describe, expect, test } from 'vitest'
import { updateCacheAfterWrite, queryClient, replaceOlder } from './query-client.ts'

const appointment = { id: 'a', revision: 1, starts_at: '2026-12-01T09:00:00Z', place: { id: 'p', name: 'Canal Rooms' } }
const moved = { ...appointment, revision: 2, starts_at: '2026-12-02T11:00:00Z', place: { id: 'q', name: 'Online' }, serial: 4 }

describe('the answer to a write', () => {
  test('replaces older revisions of the record wherever they are, and adds no fields', () => {
    expect(replaceOlder({ data: [appointment, { id: 'b', revision: 1 }], meta: { total: 2 } }, moved)).toEqual({
      data: [
        { id: 'a', revision: 2, starts_at: moved.starts_at, place: moved.place },
        { id: 'b', revision: 1 },
      ],
      meta: { total: 2 },
    })
  })

  test('does not replace a newer revision', () => {
    expect(replaceOlder({ appointment: { ...moved, revision: 3 } }, moved)).toEqual({ appointment: { ...moved, revision: 3 } })
  })

  test('drops cached answers that no page shows', () => {
    queryClient.setQueryData(['GET /api/my-profile'], { appointments: { data: [appointment] } })
    updateCacheAfterWrite(moved)
    expect(queryClient.getQueryData(['GET /api/my-profile'])).toBeUndefined()
  })
})
