import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { offline, Refusal } from './refusal.ts'

const call = vi.hoisted(() => vi.fn<(...asked: unknown[]) => Promise<Blob>>())
vi.mock(import('./api.ts'), () => ({ call }) as never)
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
// Other files load the modules again, without what is mocked here.
afterAll(() => void vi.unstubAllGlobals().resetModules())

const { downloadPhoto } = await import('./private-photo.ts')

beforeEach(() => void call.mockReset())
const photo = (name: string) => `/api/photos/${name}`

test('downloads a photo again after a lost connection', async () => {
  call
    .mockRejectedValueOnce(offline())
    .mockRejectedValueOnce(new Refusal(503, 'unavailable', 'Not now'))
    .mockResolvedValueOnce(new Blob(['photo']))
  await expect(downloadPhoto(photo('lost'))).rejects.toMatchObject({ code: 'offline' })
  await expect(downloadPhoto(photo('lost'))).rejects.toMatchObject({ code: 'unavailable' })
  expect(await downloadPhoto(photo('lost'))).toMatch(/^blob:/)
  expect(await downloadPhoto(photo('lost'))).toMatch(/^blob:/)
  expect(call).toHaveBeenCalledTimes(3)
})

test('requests a refused photo once', async () => {
  call.mockRejectedValueOnce(new Refusal(404, 'not_found', 'Not found'))
  expect([await downloadPhoto(photo('hidden')), await downloadPhoto(photo('hidden'))]).toEqual([null, null])
  expect(call).toHaveBeenCalledTimes(1)
})
