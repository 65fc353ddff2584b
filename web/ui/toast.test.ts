import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/people.ts'
import { clearSession, storeLogin } from '../lib/session.ts'
import { dismissToast, pauseToasts, visibleToasts, toast } from './toast.ts'

const texts = () => visibleToasts().map(({ text }) => text)

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  pauseToasts(false)
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
})

test('shows a toast for 4000 ms', () => {
  toast('Saved')
  expect(visibleToasts()[0]).toMatchObject({ text: 'Saved', type: 'default', durationMs: 4000 })
  vi.advanceTimersByTime(3750)
  expect(texts()).toEqual(['Saved'])
  vi.advanceTimersByTime(250)
  expect(texts()).toEqual([])
})

test('stops the time while toasts are paused', () => {
  toast('Saved', { type: 'success' })
  vi.advanceTimersByTime(3000)
  pauseToasts(true)
  vi.advanceTimersByTime(10_000)
  expect(texts()).toEqual(['Saved'])
  pauseToasts(false)
  vi.advanceTimersByTime(1000)
  expect(texts()).toEqual([])
})

test('shows at most three toasts and the next one when one goes', () => {
  for (const text of ['one', 'two', 'three', 'four']) toast(text)
  expect(texts()).toEqual(['one', 'two', 'three'])
  dismissToast(visibleToasts()[1]?.id ?? 0)
  expect(texts()).toEqual(['one', 'three', 'four'])
  vi.advanceTimersByTime(4000)
  expect(texts()).toEqual([])
})

test('shows a queued toast for its full duration', () => {
  for (const text of ['one', 'two', 'three', 'four']) toast(text)
  vi.advanceTimersByTime(4000)
  expect(texts()).toEqual(['four'])
  vi.advanceTimersByTime(3750)
  expect(texts()).toEqual(['four'])
})

test('shows a toast with an action for 10 s, and for 4 s while others wait', () => {
  const action = { label: 'Undo', run: () => {} }
  toast('Moved', { action })
  vi.advanceTimersByTime(9750)
  expect(texts()).toEqual(['Moved'])
  vi.advanceTimersByTime(250)
  expect(texts()).toEqual([])
  for (const text of ['one', 'two', 'three', 'four']) toast(text, { action })
  vi.advanceTimersByTime(4000)
  expect(texts()).toEqual(['two', 'three', 'four'])
  vi.advanceTimersByTime(6000)
  expect(texts()).toEqual(['four'])
})

test('nothing that names a client stays after the logout, also while toasts are paused', () => {
  const login = (id: string) => storeLogin({ token: id, user: { id } as User, access: { isAdmin: true, isMentor: false }, abilities: [] })
  login('ada')
  toast('Ben is here.')
  pauseToasts(true)
  login('ada')
  expect(texts()).toEqual(['Ben is here.'])
  clearSession()
  expect(texts()).toEqual([])
  toast('You have been logged out.')
  login('bo')
  expect(texts()).toEqual(['You have been logged out.'])
  clearSession()
})
