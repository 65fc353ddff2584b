import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { keyOf, makeKeyFile, newKey, readKeyFile } from './key-file.ts'
import { isSealed, openSecretBox } from './secret-box.ts'

const place = { table: 'webhook_endpoints', column: 'secret', row: '1' }
const [one, two] = [keyOf(newKey()), keyOf(newKey())]

describe('a sealed value', () => {
  const box = openSecretBox([one])
  const sealed = box.seal(place, 'a secret of forty-two')

  it('opens where it was sealed, and is different each time', () => {
    expect(box.open(place, sealed).toString()).toBe('a secret of forty-two')
    expect(box.seal(place, 'a secret of forty-two').equals(sealed)).toBe(false)
    expect([isSealed(sealed), sealed.includes('secret'), isSealed(Buffer.alloc(60))]).toEqual([true, false, false])
  })

  it.each([
    { ...place, row: '2' },
    { ...place, column: 'old_secret' },
    { ...place, table: 'busy_calendars' },
    { table: 'webhook_endpoints', column: 'secret","1', row: '' },
  ])('does not open at another place: %j', other => {
    expect(() => box.open(other, sealed)).toThrow('unable to authenticate data')
  })

  it('does not open with any of its bytes changed', () => {
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => box.open(place, changed)).toThrow(/unable to authenticate data|is not encrypted|a key that is not in/)
    }
  })

  it('opens with a key that is not the first one, and not without its key', () => {
    expect(openSecretBox([two, one]).open(place, sealed).toString()).toBe('a secret of forty-two')
    expect(() => openSecretBox([two]).open(place, sealed)).toThrow("a key that is not in this server's key file")
  })

  it('still opens after its key has left the file, until the process ends', () => {
    const rotated = openSecretBox([one])
    rotated.use([two])
    expect(rotated.open(place, sealed).toString()).toBe('a secret of forty-two')
    expect([rotated.currentKey(), rotated.hasKey(one.id)]).toEqual([two.id, true])
  })
})

describe('the key file', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'openhour-keys-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('is made with one key for its owner only, by the first of two who start together', async () => {
    const file = path.join(folder, 'new', 'secrets.key')
    expect(await readKeyFile(file)).toBeNull()
    await Promise.all([makeKeyFile(file), makeKeyFile(file)].map(made => made.catch(() => undefined)))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const before = await readFile(file, 'utf8')
    await makeKeyFile(file)
    expect(await readFile(file, 'utf8')).toBe(before)
    expect(await readKeyFile(file)).toHaveLength(1)
  })

  test.each([
    ['', 'holds no key'],
    ['# only a comment\n', 'holds no key'],
    ['c2hvcnQ=', 'Key 1 in'],
    [`${newKey()}\nsecret-words`, 'Key 2 in'],
  ])('is refused with %j in it, without repeating it', async (content, message) => {
    const file = path.join(folder, 'wrong.key')
    await writeFile(file, content)
    const refused = await readKeyFile(file).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(refused).toContain(message)
    expect(refused).not.toContain('secret-words')
  })
})
