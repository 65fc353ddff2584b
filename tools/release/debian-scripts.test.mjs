import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../run-command.mjs'

// `npm run drill -- packages` installs the real package.

/** @type {string} */
let folder
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-scripts-'))
  for (const [name, script] of Object.entries({ dpkg: 'exit 0', 'dpkg-query': 'echo 0.1.0', systemctl: 'exit 1' })) await make(name, script)
})
afterEach(() => rm(folder, { recursive: true }))

/** Stands in for a command of the machine. @param {string} name @param {string} script */
const make = (name, script) => writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
const asked = () => path.join(folder, 'asked')

/** Its exit code. @param {string[]} args */
const prerm = (...args) =>
  promisify(execFile)('sh', [path.join(root, 'deploy/debian/prerm'), ...args], { env: { PATH: `${folder}:/usr/bin:/bin` } }).then(
    () => 0,
    ({ code }) => code,
  )

test('an upgrade stops the server, and backs up the database of the settings', async () => {
  await make('openhour', `echo "$@" >> '${asked()}'`)
  expect(await prerm('upgrade', '0.1.1')).toBe(0)
  expect(await readFile(asked(), 'utf8')).toBe('stop\nbackup --if-embedded\n')
})

test('an upgrade ends where the backup fails, also when dpkg asks the new version', async () => {
  await make('openhour', '[ "$1" != backup ]')
  expect(await prerm('upgrade', '0.1.1')).toBe(1)
  expect(await prerm('failed-upgrade', '0.1.0', '0.1.1')).toBe(1)
})
