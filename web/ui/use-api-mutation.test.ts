import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../lib/query-client.ts'
import { dismissToast, shownToasts } from './toast.ts'
import { mutationOf } from './use-api-mutation.ts'

const fetched = vi.fn<typeof fetch>()
vi.stubGlobal('fetch', fetched)
afterAll(() => void vi.unstubAllGlobals())
afterEach(() => {
  queryClient.clear()
  for (const { id } of shownToasts()) dismissToast(id)
})

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const texts = () => shownToasts().map(({ type, text }) => [type, text])

test('shows its toast and fetches the named reads again', async () => {
  const read = vi.fn<() => Promise<string>>().mockResolvedValue('before')
  const stop = new QueryObserver(queryClient, { queryKey: ['GET /api/closed-days', { from: '2026-11-24' }], queryFn: read }).subscribe(
    () => {},
  )
  fetched.mockResolvedValueOnce(json({}))
  const removal = new MutationObserver(
    queryClient,
    mutationOf('DELETE /api/closed-days/{id}', { success: 'Open again.', invalidates: ['GET /api/closed-days'] }),
  )
  await removal.mutate({ params: { id: 'a' } })
  expect(fetched.mock.lastCall?.[0]).toBe('/api/closed-days/a')
  expect(texts()).toEqual([['success', 'Open again.']])
  expect(read).toHaveBeenCalledTimes(2)
  stop()
})

test('makes the toast of the answer, with an action', async () => {
  fetched.mockResolvedValueOnce(json({}))
  const undo = { label: 'Undo', run: () => {} }
  const removal = mutationOf('DELETE /api/closed-days/{id}', {
    success: (_, { params }) => ({ text: `Removed ${params.id}.`, action: undo }),
  })
  await new MutationObserver(queryClient, removal).mutate({ params: { id: 'a' } })
  expect(shownToasts()).toMatchObject([{ type: 'success', text: 'Removed a.', action: undo }])
})

test('shows a refusal as a toast, and leaves it to a component that shows it itself', async () => {
  fetched.mockImplementation(() => Promise.resolve(json({ code: 'not_found', message: 'Not found.' }, 404)))
  const name = 'DELETE /api/closed-days/{id}'
  await expect(new MutationObserver(queryClient, mutationOf(name, {})).mutate({ params: { id: 'a' } })).rejects.toThrow('Not found.')
  expect(texts()).toEqual([['error', 'Not found.']])
  const onError = vi.fn<(error: unknown) => void>()
  await expect(new MutationObserver(queryClient, mutationOf(name, { onError })).mutate({ params: { id: 'a' } })).rejects.toThrow(
    'Not found.',
  )
  expect(onError).toHaveBeenCalledOnce()
  expect(texts()).toHaveLength(1)
})
