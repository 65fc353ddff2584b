import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { startProduct } from '../../support/start-product.ts'

// The built product, started by root as systemd or a container does.
test.skip(process.getuid?.() !== 0 || process.platform !== 'linux', 'only root can drop root')

const uidOf = async (account: string) => Number((await promisify(execFile)('id', ['-u', account])).stdout)

/** The real, effective, saved and file-system user ids of a process. */
async function userIdsOf(pid: number): Promise<number[]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return /^Uid:\s+(.*)$/m.exec(status)?.[1]?.split('\t').map(Number) ?? []
}

test('server and PostgreSQL do not run as root, and folders owned by root or the user `nobody` are handed over', async () => {
  let product = await startProduct({ mode: 'production', within: tmpdir() })
  try {
    const openhour = await uidOf('openhour')
    const all = Array.from({ length: 4 }, () => openhour)
    expect(await userIdsOf(product.pid)).toEqual(all)
    expect(await userIdsOf(await product.postmasterPid())).toEqual(all)
    for (const name of await readdir(product.folder))
      expect([name, (await stat(path.join(product.folder, name))).uid]).toEqual([name, openhour])

    await product.rest()
    await giveTo(path.join(product.folder, 'postgres'), await uidOf('nobody'))
    for (const name of ['', 'postgres.password', 'secrets.key']) await chown(path.join(product.folder, name), 0, 0)
    product = await product.restart()
    expect(await userIdsOf(product.pid)).toContain(openhour)
    for (const name of ['', 'postgres', 'postgres/PG_VERSION', 'postgres.password', 'secrets.key'])
      expect([name, (await stat(path.join(product.folder, name))).uid]).toEqual([name, openhour])
  } finally {
    await product.stop()
  }
})

test('a key file that only root can read does not make the secrets unreadable', async () => {
  const elsewhere = await mkdtemp(path.join(tmpdir(), 'openhour-keys-'))
  const file = path.join(elsewhere, 'secrets.key')
  await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  const settings = { OPENHOUR_KEY_FILE: file }
  const product = await startProduct({ mode: 'production', settings, within: tmpdir() })
  try {
    expect((await product.logs()).server).toContain('WARNING: Openhour keeps running as root. The user openhour cannot read the key file')
    expect(await userIdsOf(await product.postmasterPid())).not.toContain(0)
  } finally {
    await product.stop()
    await rm(elsewhere, { recursive: true })
  }
})

async function giveTo(directory: string, uid: number): Promise<void> {
  await chown(directory, uid, uid)
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true }))
    await chown(path.join(entry.parentPath, entry.name), uid, uid)
}
