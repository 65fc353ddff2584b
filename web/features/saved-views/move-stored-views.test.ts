import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { offline, type Refusal } from '../../lib/refusal.ts'
import { queryClient } from '../../lib/query-client.ts'

const owner = '0190a000-0000-7000-8000-000000000001'
const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
})
// Other files load the modules again, without what is mocked here.
afterAll(() => void vi.unstubAllGlobals().resetModules())

const known = [{ id: '1', list: 'users', name: 'Blocked', params: { state: 'inactive' } }]
const call = vi.fn()
vi.mock('../../lib/api.ts', () => ({
  call,
  queryKeyOf: (name: string) => [name],
  queryOptionsOf: (name: string) => ({ queryKey: [name] }),
}))
vi.mock('../../lib/session.ts', () => ({ session: () => ({ user: { id: signedIn } }), subscribeSession: () => () => {} }))
let signedIn = owner
let refuse: () => Refusal | null = () => null

const { moveStoredViews, parseViews } = await import('./move-stored-views.ts')
const { viewsOf } = await import('./saved-views.ts')

const inactive = { name: 'Inactive', params: { state: 'inactive' } }
const full = { name: 'Full', params: { availability: 'full' } }
const saved = () => call.mock.calls.filter(([name]) => name === 'PUT /api/my-saved-views').map(([, { body }]) => body as unknown)

beforeEach(() => {
  kept.clear()
  call.mockReset()
  queryClient.clear()
  signedIn = owner
  refuse = () => null
  call.mockImplementation(async (name: string, input?: { body: object }) => {
    if (name.startsWith('GET')) return { data: known }
    const refusal = refuse()
    if (refusal) throw refusal
    return { id: '2', ...input?.body }
  })
})

test('saves what this browser stored for the user, and removes it', async () => {
  kept.set(`views schedules ${owner}`, JSON.stringify([full]))
  kept.set(`views users ${owner}`, JSON.stringify([{ name: 'Blocked', params: { role: 'x' } }, inactive]))
  await moveStoredViews(owner)
  expect(saved()).toEqual([
    { list: 'schedules', ...full },
    { list: 'users', ...inactive },
  ])
  expect(kept.size).toBe(0)
})

test('keeps no search that this browser stored', async () => {
  kept.set(`views schedules ${owner}`, JSON.stringify([{ name: 'Full', params: { availability: 'full', search: 'Ann Example' } }]))
  await moveStoredViews(owner)
  expect(saved()).toEqual([{ list: 'schedules', ...full }])
})

test('asks the server for nothing where nothing is stored', async () => {
  kept.set('views schedules another', JSON.stringify([full]))
  await moveStoredViews(owner)
  expect(call).not.toHaveBeenCalled()
})

test('loses no view without a connection', async () => {
  kept.set(`views schedules ${owner}`, JSON.stringify([full]))
  refuse = offline
  await moveStoredViews(owner)
  expect(kept.size).toBe(1)
})

test('saves no view for the next person who logs in', async () => {
  kept.set(`views schedules ${owner}`, JSON.stringify([full]))
  const moving = moveStoredViews(owner)
  signedIn = 'another'
  await moving
  expect(saved()).toEqual([])
})

test('reads what was stored, and nothing else', () => {
  expect(parseViews(JSON.stringify([full]))).toEqual([full])
  for (const stored of [null, '', '{', '{}', '[{}]', '[{"name":"a","params":{"page":1}}]', '"text"']) expect(parseViews(stored)).toEqual([])
})

test('lists the views of a list by name', () => {
  const view = (name: string, list: 'users' | 'places' = 'users') => ({ id: name, list, name, params: {} })
  expect(viewsOf([view('b'), view('Ä'), view('a'), view('c', 'places')], 'users').map(({ name }) => name)).toEqual(['a', 'Ä', 'b'])
})
