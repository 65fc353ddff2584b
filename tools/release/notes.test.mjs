import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { notesOf } from './notes.mjs'

test('finds the section of a version, not of one that begins alike', () => {
  const changelog = '# Changelog\n\n## 1.2.10 (2027-01-02)\n\nMore.\n\n## 1.2.1 (2027-01-01)\n\n- Fixes.\n'
  expect(notesOf(changelog, '1.2.1')).toBe('# Openhour 1.2.1 (2027-01-01)\n\n- Fixes.\n')
  expect(() => notesOf(changelog, '1.2')).toThrow('CHANGELOG.md has no section ## 1.2')
})

test('the present version has a section', async () => {
  const read = (/** @type {string} */ file) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
  expect(notesOf(await read('CHANGELOG.md'), JSON.parse(await read('package.json')).version)).toContain('# Openhour')
})
