import { notifyManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deferUpdatesWhilePressed } from './defer-updates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('defers an answer that arrives between press and release', () => {
  const page = new EventTarget()
  deferUpdatesWhilePressed(page)
  const shown = vi.fn<() => void>()
  page.dispatchEvent(new Event('pointerdown'))
  notifyManager.schedule(shown)
  vi.advanceTimersByTime(300)
  expect(shown).not.toHaveBeenCalled()
  page.dispatchEvent(new Event('pointerup'))
  vi.advanceTimersByTime(0)
  expect(shown).toHaveBeenCalledOnce()
})

test('shows deferred answers after 700 ms of a long press', () => {
  const page = new EventTarget()
  deferUpdatesWhilePressed(page)
  const shown = vi.fn<() => void>()
  page.dispatchEvent(new Event('pointerdown'))
  notifyManager.schedule(shown)
  vi.advanceTimersByTime(700)
  expect(shown).toHaveBeenCalledOnce()
})
