import { expect, test } from 'vitest'
import { checkLicences, listRuntimePackages, packagesOf, writeThirdPartyLicences } from './licences.mjs'

const one = (/** @type {string | undefined} */ license) => [{ name: 'a', version: '1.0.0', license, place: 'node_modules/a' }]

test('accepts a compatible licence, alone, as an alternative and in combination', () => {
  for (const license of ['MIT', '(MIT OR SSPL-1.0)', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT']) expect(checkLicences(one(license))).toEqual([])
})

test('refuses an incompatible licence, an unknown one and a missing one', () => {
  for (const license of ['SSPL-1.0', 'GPL-2.0-only', 'MIT AND BUSL-1.1', 'SEE LICENSE IN EULA.txt', 'UNLICENSED'])
    expect(checkLicences(one(license))).toEqual([`a 1.0.0 has the licence ${license}, which is not in the list of compatible ones`])
  expect(checkLicences(one(undefined))).toEqual(['a 1.0.0 states no licence'])
})

test('leaves out packages for development', () => {
  const lock = {
    packages: {
      '': {},
      bench: {},
      'node_modules/openhour-bench': { link: true },
      'node_modules/vite': { version: '8.0.0', license: 'MIT', dev: true },
      'node_modules/@scope/a/node_modules/b': { version: '2.0.0', license: 'ISC' },
    },
  }
  expect(listRuntimePackages(lock)).toEqual([{ name: 'b', version: '2.0.0', license: 'ISC', place: 'node_modules/@scope/a/node_modules/b' }])
})

test('finds the packages of a bundle by the paths of its modules', () => {
  const files = ['/r/node_modules/react/index.js', 'node_modules/@a/b/c.js', 'node_modules/x/node_modules/y/z.js', 'web/main.tsx']
  expect([...packagesOf(files)]).toEqual(['react', '@a/b', 'y'])
})

test('contains the text of each licence', () => {
  const text = writeThirdPartyLicences()
  expect(text).toContain('fastify 5')
  expect(text).toContain('Copyright (c) 2016-present The Fastify team')
  expect(text).toContain('PostgreSQL Database Management System')
})
