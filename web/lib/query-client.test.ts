import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { Refusal } from './refusal.ts'
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

  test('is followed by a new read where the first answer, from before the write, is still under way', async () => {
    const answers: ((text: string) => void)[] = []
    const queryFn = () => new Promise<string>(resolve => answers.push(resolve))
    const observer = new QueryObserver(queryClient, { queryKey: ['GET /api/feedback'], queryFn })
    const stop = observer.subscribe(() => undefined)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    updateCacheAfterWrite(null)
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[0]!('before the write')
    answers[1]!('after the write')
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after the write'))
    stop()
  })

  test('asks for no preview again with the revisions from before the write', async () => {
    const preview = vi.fn(() => Promise.resolve('no conflicts'))
    const read = vi.fn(() => Promise.resolve('the session'))
    const stops = [
      new QueryObserver(queryClient, { queryKey: ['POST /api/schedules/{id}/preview', 's', { revision: 1 }], queryFn: preview }),
      new QueryObserver(queryClient, { queryKey: ['GET /api/schedules/{id}', 's'], queryFn: read }),
    ].map(observer => observer.subscribe(() => undefined))
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
    updateCacheAfterWrite(null)
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
    expect(preview).toHaveBeenCalledTimes(1)
    stops.forEach(stop => stop())
  })

  test('drops cached answers that no page shows', () => {
    queryClient.setQueryData(['GET /api/my-profile'], { appointments: { data: [appointment] } })
    updateCacheAfterWrite(moved)
    expect(queryClient.getQueryData(['GET /api/my-profile'])).toBeUndefined()
  })
})

test('a read without a network fails, and is repeated once there is one', async () => {
  onlineManager.setOnline(false)
  const queryFn = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Refusal(404, 'not_found', 'Not found'))
    .mockResolvedValue('the days')
  const observer = new QueryObserver(queryClient, { queryKey: ['GET /api/site'], queryFn })
  queryClient.mount()
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true))
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('the days'))
  stop()
  queryClient.unmount()
})
