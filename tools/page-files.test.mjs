import { expect, test } from 'vitest'
import { findPageFiles } from './page-files.mjs'

/** @param {string} fileName
 * @param {string[]} modules
 * @param {string[]} imports
 * @param {string[]} css */
const chunk = (fileName, modules, imports = [], css = []) => ({
  fileName,
  moduleIds: modules.map(name => `/somewhere/web/${name}`),
  imports,
  viteMetadata: { importedCss: new Set(css) },
})
const chunks = [
  chunk('app.js', ['main.tsx'], ['shared.js'], ['app.css']),
  chunk('shared.js', ['lib/time.ts']),
  { ...chunk('list-name.js', [], ['list.js']), facadeModuleId: '/somewhere/web/router/lazy-pages.ts' },
  chunk('list.js', ['router/lazy-pages.ts'], ['app.js']),
  chunk('profile.js', ['features/frame/profile-menu.tsx'], ['shared.js'], ['profile.css']),
  chunk('panel.js', ['router/side-panel-place.tsx'], ['app.js']),
  chunk('frame.js', ['features/frame/admin-frame.tsx'], ['shared.js', 'staff.js'], ['frame.css']),
  chunk('staff.js', ['ui/table.tsx'], ['shared.js'], ['table.css']),
  chunk('roles.js', ['pages/admin/roles.tsx'], ['staff.js']),
]
const index = '<script src="/app.js"><script src="/shared.js"><link href="/app.css">'
const list = `  about: () => import('../pages/about.tsx'),
  roles: () => import('../pages/admin/roles.tsx'),
`

test('lists what a staff page needs beyond the application, with its frame and what that loads, and nothing for pages of clients', () => {
  expect(findPageFiles(chunks, list, index)).toEqual({
    roles: [
      'list-name.js',
      'profile.js',
      'profile.css',
      'panel.js',
      'frame.js',
      'frame.css',
      'roles.js',
      'list.js',
      'staff.js',
      'table.css',
    ],
  })
})

test('refuses a page that was not built', () => {
  expect(() => findPageFiles(chunks, "  users: () => import('../pages/admin/users.tsx'),", index)).toThrow(
    'no built file has pages/admin/users.tsx',
  )
})
