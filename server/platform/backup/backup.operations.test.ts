import { chmod, cp, mkdtemp, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/start.ts'
import { measureCluster } from './cluster-queries.ts'
import { makeIdentity, readIdentities } from './encryption.ts'
import { type StoredBackup, partsOf } from './stored-backups.ts'
import { makeBackup } from './make.ts'
import { restoreBackup } from './restore.ts'
import { verifyBackup } from './verify.ts'

let root: string
let dataDirectory: string
let folder: string
let running: EmbeddedPostgres | undefined
/** Acknowledged before the backup began, with four concurrent writers. */
let acknowledged: number
let untilComplete: number
let kept: StoredBackup

const start = async () => (running = await startEmbeddedPostgres({ dataDirectory, log: () => {}, throwaway: true }))
async function stop() {
  await running?.stop()
  running = undefined
}
async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
const make = async (url: string, recipients: string[] = [], now = () => new Date()) =>
  makeBackup({ url, folder, now, version: 'test', recipients, ...(await measureCluster(url)) })
const restore = (
  backup: string,
  { replace = true, identities = [] as string[], settle = async (_url: string) => {}, at = '2026-11-20T09:00:00Z' } = {},
) => restoreBackup({ backup, dataDirectory, identities, replace, settle, log: () => {}, now: () => new Date(at) })

/**
 * Every transaction moves one unit from left to right and records itself: any restored moment has
 * the same total.
 */
async function backUpUnderLoad(url: string) {
  await ask(
    url,
    `CREATE TABLE moved (n int PRIMARY KEY, filler text); CREATE TABLE sides (id int PRIMARY KEY, amount int NOT NULL);
     INSERT INTO sides SELECT n, 0 FROM generate_series(1, 40) n; CREATE TABLE big AS SELECT n, repeat('x', 500) AS filler FROM generate_series(1, 5000) n`,
  )
  const load = { next: 0, done: 0, ended: false }
  const write = async (writer: number) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    while (!load.ended) {
      load.next += 1
      await client.query(
        `BEGIN; INSERT INTO moved VALUES (${load.next}, repeat('y', 200)); UPDATE sides SET amount = amount - 1 WHERE id = ${writer};
         UPDATE sides SET amount = amount + 1 WHERE id = ${writer + 20}; COMMIT`,
      )
      load.done += 1
    }
    await client.end()
  }
  const writing = [1, 2, 3, 4].map(write)
  while (load.done < 200) await new Promise(resolve => setImmediate(resolve))
  acknowledged = load.done
  kept = await make(url)
  const after = load.done
  load.ended = true
  await Promise.all(writing)
  return after
}

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'openhour backup '))
  await chmod(root, 0o711)
  ;[dataDirectory, folder] = [path.join(root, 'data'), path.join(root, 'backups')]
  const { url } = await start()
  untilComplete = await backUpUnderLoad(url)
  await ask(url, 'CREATE TABLE since ()')
})
afterAll(async () => {
  await stop()
  await rm(root, { recursive: true })
})

test('is readable by its owner only, contains no password and leaves no unfinished files', async () => {
  expect(await readdir(folder)).toEqual([kept.name])
  const names = await readdir(kept.folder)
  expect(names.toSorted()).toEqual(['backup.json', 'cluster.tar.gz', 'manifest.json'])
  for (const file of [folder, kept.folder]) expect((await stat(file)).mode & 0o077).toBe(0)
  for (const name of names) expect((await stat(path.join(kept.folder, name))).mode & 0o077).toBe(0)
  const held: string[] = []
  await verifyBackup(kept.folder, [], async ({ name, content }) => {
    held.push(name)
    for await (const _ of content) continue
  })
  expect(held).toEqual(expect.arrayContaining(['PG_VERSION', 'global/pg_control', 'backup_label']))
  expect(held.filter(name => /password|postmaster|owner/.test(name))).toEqual([])
})

test('is not restored while the product runs, nor over a database without --replace', async () => {
  await expect(restore(kept.folder)).rejects.toThrow(/Another Openhour \(process \d+\) is already using/)
  await stop()
  await expect(restore(kept.folder, { replace: false })).rejects.toThrow(/There is a database in .*Add --replace/)
  const { url } = await start()
  expect(await ask(url, "SELECT FROM pg_tables WHERE tablename = 'since'")).toHaveLength(1)
  await stop()
})

describe('is refused when damaged, without changing anything', () => {
  const flip = async (file: string, at: number) => {
    const handle = await open(file, 'r+')
    const byte = Buffer.alloc(1)
    await handle.read(byte, 0, 1, at)
    await handle.write(Buffer.from([(byte[0] ?? 0) ^ 0x40]), 0, 1, at)
    await handle.close()
  }
  const damages: [string, (parts: ReturnType<typeof partsOf>) => Promise<unknown>, RegExp][] = [
    ['a bit of its archive turned', async ({ archive }) => flip(archive, Math.floor((await stat(archive)).size / 2)), /damaged/],
    ['the last bit of its archive turned', async ({ archive }) => flip(archive, (await stat(archive)).size - 9), /damaged/],
    ['cut short', async ({ archive }) => truncate(archive, (await stat(archive)).size - 70_000), /its archive cannot be unpacked/],
    ['without its archive', ({ archive }) => rm(archive), /cluster.tar.gz is missing/],
    ['a list of files that differs', ({ manifest }) => flip(manifest, 400), /its list of files was changed/],
    [
      'the list of another backup',
      async ({ about, manifest }) => {
        await writeFile(manifest, '{}')
        const text = await readFile(about, 'utf8')
        await writeFile(
          about,
          text.replace(/"manifest_sha256": "\w+"/, `"manifest_sha256": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"`),
        )
      },
      /its list of files is not what PostgreSQL wrote/,
    ],
    ['no backup at all', ({ about }) => rm(about), /is no backup of Openhour/],
  ]
  test.each(damages)('%s', async (_, damage, says) => {
    const copy = path.join(root, 'copy')
    await cp(kept.folder, copy, { recursive: true })
    await damage(partsOf(copy))
    const before = await readdir(dataDirectory)
    await expect(restore(copy)).rejects.toThrow(says)
    expect(await readdir(dataDirectory)).toEqual(before)
    await rm(copy, { recursive: true })
  })
})

test('is not restored when the check of the restored database fails', async () => {
  const settle = async () => {
    throw new Error('a promise is broken')
  }
  const before = await readdir(dataDirectory)
  await expect(restore(kept.folder, { settle })).rejects.toThrow('a promise is broken')
  expect(await readdir(dataDirectory)).toEqual(before)
})

test('restores a consistent state with everything acknowledged before; the old database is set aside and its password revoked', async () => {
  expect(untilComplete).toBeGreaterThan(acknowledged)
  const password = await readFile(path.join(dataDirectory, 'postgres.password'), 'utf8')
  const { setAside } = await restore(kept.folder, {
    settle: async url => expect(await ask(url, 'SELECT count(*)::int AS many FROM big')).toEqual([{ many: 5000 }]),
  })
  const { url } = await start()
  const [row] = await ask<{ moved: number; sum: number; right: number; lost: number }>(
    url,
    `SELECT (SELECT count(*)::int FROM moved) AS moved, (SELECT sum(amount)::int FROM sides) AS sum, (SELECT sum(amount)::int FROM sides WHERE id > 20) AS right,
       (SELECT count(*)::int FROM generate_series(1, ${acknowledged - 4}) n WHERE NOT EXISTS (SELECT 1 FROM moved WHERE moved.n = n)) AS lost`,
  )
  expect(row).toEqual({ moved: expect.any(Number), sum: 0, right: row!.moved, lost: 0 })
  expect(row!.moved).toBeGreaterThanOrEqual(acknowledged)
  expect(await ask(url, "SELECT FROM pg_tables WHERE tablename = 'since'")).toEqual([])
  expect(setAside).toBe(path.join(dataDirectory, 'postgres.before-2026-11-20T09-00-00Z'))
  expect(await readFile(`${setAside}.password`, 'utf8')).toBe(password)
  await expect(ask(url.replace(/:[^:@]+@/, `:${password.trim()}@`), 'SELECT')).rejects.toThrow('password authentication failed')
  await stop()
})

test('an interrupted rename never leads to an empty database', async () => {
  await rename(path.join(dataDirectory, 'postgres'), path.join(dataDirectory, 'postgres.before-a-restore'))
  await expect(start()).rejects.toThrow(/restoring a backup was cut short/)
  const { setAside } = await restore(kept.folder, { replace: false })
  expect(setAside).toBeUndefined()
})

test('is refused without disk space, and when another begins in the same second', async () => {
  const { url } = await start()
  const now = () => new Date('2026-11-20T09:00:00Z')
  const made = { url, folder, now, version: 'test', postgres: '18', clusterBytes: 0, recipients: [] }
  const huge = { ...made, folder: path.join(root, 'other'), clusterBytes: 1e18 }
  await expect(makeBackup(huge)).rejects.toThrow(/too little room in .*only \d+ MB are free/)
  const [one, other] = await Promise.allSettled([makeBackup(made), makeBackup(made)])
  expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected'])
})

describe('an encrypted backup', () => {
  const marker = 'a-word-that-only-the-database-holds'
  let sealed: StoredBackup
  let identity: string
  beforeAll(async () => {
    await stop()
    const { url } = await start()
    await ask(url, `CREATE TABLE marked AS SELECT '${marker}'::text AS word`)
    const file = path.join(root, 'identity.txt')
    const { content, recipient } = await makeIdentity()
    await writeFile(file, content)
    ;[identity = ''] = await readIdentities(file)
    sealed = await make(url, [recipient], () => new Date('2026-11-21T09:00:00Z'))
    await stop()
  })

  test('reveals only the time and the versions', async () => {
    expect((await readdir(sealed.folder)).toSorted()).toEqual(['backup.json', 'cluster.tar.gz.age', 'manifest.json.age'])
    for (const name of ['cluster.tar.gz.age', 'manifest.json.age']) {
      const stored = await readFile(path.join(sealed.folder, name))
      expect(stored.toString('latin1', 0, 21)).toBe('age-encryption.org/v1')
      expect([stored.includes('PG_VERSION'), stored.includes(Buffer.from([0x1f, 0x8b, 0x08, 0x00]))]).toEqual([false, false])
    }
    expect(Object.keys(JSON.parse(await readFile(path.join(sealed.folder, 'backup.json'), 'utf8')))).toEqual([
      'format',
      'began_at',
      'complete_at',
      'openhour',
      'postgres',
      'archive',
      'manifest_sha256',
      'encrypted',
    ])
  })

  test('is not restored without its identity or with another one, and nothing changes', async () => {
    const before = await readdir(dataDirectory)
    await expect(restore(sealed.folder)).rejects.toThrow('The backup is encrypted. Name the file with its identity: --identity FILE')
    const { content } = await makeIdentity()
    const other = path.join(root, 'other.txt')
    await writeFile(other, content)
    await expect(restore(sealed.folder, { identities: await readIdentities(other) })).rejects.toThrow('for another identity than the one')
    expect(await readdir(dataDirectory)).toEqual(before)
  })

  test.each(['cluster.tar.gz.age', 'manifest.json.age'])(
    'is refused with a flipped bit anywhere in %s, or truncated',
    async name => {
      const copy = path.join(root, 'copy')
      const whole = await readFile(path.join(sealed.folder, name))
      for (const at of [40, 300, Math.floor(whole.length / 2), whole.length - 3]) {
        await cp(sealed.folder, copy, { recursive: true })
        const turned = Buffer.from(whole)
        turned[at] = (turned[at] ?? 0) ^ 1
        await writeFile(path.join(copy, name), turned)
        await expect(restore(copy, { identities: [identity] })).rejects.toThrow(/The backup (is damaged|was encrypted for another)/)
        await truncate(path.join(copy, name), whole.length - 20)
        await expect(restore(copy, { identities: [identity] })).rejects.toThrow(/The backup (is damaged|was encrypted for another)/)
        await rm(copy, { recursive: true })
      }
    },
    120_000,
  )

  test('is restored with its identity', async () => {
    const words: unknown[] = []
    await restore(sealed.folder, {
      at: '2026-11-21T10:00:00Z',
      identities: [identity],
      settle: async url => void words.push(...(await ask(url, 'SELECT word FROM marked'))),
    })
    expect(words).toEqual([{ word: marker }])
  }, 120_000)

  test.each(['', '# only a comment', 'AGE-SECRET-KEY-1WRONG'])('refuses an identity file with %j', async content => {
    const file = path.join(root, 'wrong.txt')
    await writeFile(file, content)
    await expect(readIdentities(file)).rejects.toThrow('holds no identity of age')
  })

  test('is not made for a mistyped recipient', async () => {
    const { url } = await start()
    const { recipient } = await makeIdentity()
    const wrong = recipient.slice(0, -1) + (recipient.endsWith('q') ? 'p' : 'q')
    await expect(make(url, [wrong], () => new Date('2026-11-19T09:00:00Z'))).rejects.toThrow('holds something that is no recipient of age')
    expect((await readdir(folder)).filter(name => name.startsWith('2026-11-19'))).toEqual([])
  })
})
