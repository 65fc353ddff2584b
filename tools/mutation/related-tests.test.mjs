import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run-command.mjs'
import { relatedTests } from './related-tests.mjs'
import { groupTestFiles } from './test-runs.mjs'

const file = (/** @type {string} */ name) => ({ moduleId: path.join(root, name) })

test('names the tests of every file of database/schema/functions', () => {
  const subjects = readdirSync(path.join(root, 'database/schema/functions')).map(name => path.basename(name, '.sql'))
  expect(Object.keys(relatedTests).toSorted()).toEqual(subjects.toSorted())
})

test.each(Object.entries(relatedTests))('finds every test that it names for %s', (_, beginnings) => {
  const files = ['database', 'server'].flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true }).map(name => path.posix.join(folder, String(name))),
  )
  expect(beginnings.filter(beginning => !files.some(name => name.startsWith(beginning)))).toEqual([])
})

test('runs the tests of database/ first, and no empty group', () => {
  const [database, server] = [file('database/seats.test.ts'), file('server/features/messages/messages.test.ts')]
  expect(groupTestFiles([server, database])).toEqual([[database], [server]])
  expect(groupTestFiles([database])).toEqual([[database]])
  expect(groupTestFiles([server])).toEqual([[server]])
  expect(() => groupTestFiles([])).toThrow('There are no tests to run.')
})
