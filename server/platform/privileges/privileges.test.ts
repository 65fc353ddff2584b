import { chmod, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeOwner } from '../embedded-postgres/change-owner.ts'
import { findDedicatedAccount, findSharedAccount, readAccounts } from './accounts.ts'

const isRoot = process.getuid?.() === 0
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-privileges-'))
  await chmod(folder, 0o755)
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

test.runIf(isRoot)('the handover changes only Openhour’s files, and follows no link', async () => {
  const account = await findSharedAccount()
  if (!account) return
  const secret = path.join(folder, 'the-operators.txt')
  await writeFile(secret, 'kept')
  await symlink(secret, path.join(folder, 'secrets.key'))
  await writeFile(path.join(folder, 'postgres.log'), '')
  await changeOwner(folder, account)
  expect((await stat(path.join(folder, 'postgres.log'))).uid).toBe(account.uid)
  expect((await stat(folder)).uid).toBe(account.uid)
  expect((await stat(secret)).uid).toBe(0)
})

test.runIf(isRoot)('two processes that start at once do not create the user twice', async () => {
  const found = await Promise.all([1, 2, 3].map(() => findDedicatedAccount(() => undefined)))
  expect(new Set(found.map(account => account?.uid)).size).toBe(1)
  expect((await readAccounts()).filter(({ name }) => name === 'openhour')).toHaveLength(1)
})
