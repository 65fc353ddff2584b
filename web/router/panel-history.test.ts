import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { panelHistory } from './panel-history.ts'

const [ada, bea] = ['01a158a5-71c0-7050-a9ad-85f3f8bfca5e', '01a158a5-71c0-7050-a9ad-85f3f8bfca5f'].map(id => `/admin/users/${id}`)
const list = (record: string) => `/admin/users?search=x&record=${encodeURIComponent(record)}`

function open(record: string) {
  const outer = createMemoryHistory({ initialEntries: [list(record)] })
  return { outer, panel: panelHistory(outer) }
}

test('a page of the panel is a parameter of the window’s address, which keeps the list’s own', () => {
  const { outer, panel } = open(ada!)
  const told = vi.fn()
  panel.subscribe(told)
  expect(panel.location.pathname).toBe(ada)
  panel.push(`${bea}?page=2`)
  expect(outer.location.href).toBe(list(`${bea}?page=2`))
  expect(panel.location.search).toBe('?page=2')
  expect(told).toHaveBeenCalledTimes(1)
  outer.back()
  expect(panel.location.pathname).toBe(ada)
  expect(told).toHaveBeenCalledTimes(2)
})

test('a filter of the list is no new page of the panel', () => {
  const { outer, panel } = open(ada!)
  const told = vi.fn()
  panel.subscribe(told)
  outer.replace(list(ada!).replace('search=x', 'search=xy'))
  expect(told).not.toHaveBeenCalled()
})

test('another page takes the window, and the list’s own closes the panel with its filters kept', () => {
  const { outer, panel } = open(ada!)
  panel.push('/admin/users')
  expect(outer.location.href).toBe('/admin/users?search=x')
  panel.push('/admin/book?user=1')
  expect(outer.location.href).toBe('/admin/book?user=1')
})

test('unsaved input of the panel holds back what would end it, and nothing else', async () => {
  // Only in browsers does a history ask.
  vi.stubGlobal('document', {})
  const { outer, panel } = open(ada!)
  const asks = vi.fn(({ nextLocation }: { nextLocation: { pathname: string } }) => nextLocation.pathname !== ada)
  const stop = panel.block({ blockerFn: asks })
  outer.push('/admin/roles')
  await vi.waitFor(() => expect(asks).toHaveBeenCalledTimes(1))
  panel.push(bea!)
  await vi.waitFor(() => expect(asks).toHaveBeenCalledTimes(2))
  expect(outer.location.href).toBe(list(ada!))
  outer.push(list(ada!).replace('search=x', 'search=xy'))
  await vi.waitFor(() => expect(outer.location.search).toContain('xy'))
  stop()
  outer.push('/admin/roles')
  await vi.waitFor(() => expect(outer.location.pathname).toBe('/admin/roles'))
  vi.unstubAllGlobals()
})
