import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeIdentity } from '../platform/backup/encryption.ts'
import { newKey } from '../platform/secrets/key-file.ts'
import { type ArchiveHeader, readArchive, splitLines, writeArchive } from './archive.ts'
import type { ContentPart } from './copy-database.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openhour-archive-'))
})
afterAll(() => rm(folder, { recursive: true }))

const header: ArchiveHeader = {
  format: 'openhour organisation 1',
  name: 'school',
  hosts: ['school.example.org'],
  version: '0.1.0',
  settings: {},
  keys: [newKey()],
}
const question = '(Is it\u2028"urgent"?\u2029 Ü€😀)'
const parts: ContentPart[] = [
  { table: 'appointments', columns: ['question'] },
  { rows: [question, question] },
  { sums: { appointments: { rows: '2', sum: '1' } } },
]
async function* contentOf(some: readonly ContentPart[]) {
  yield* some
}
async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

test('no separator of lines other than the line feed splits a line, wherever a part of the stream ends', async () => {
  const lines = ['one\u2028two\u2029three\u0085four\rfive\vsix', '', 'seven']
  const text = lines.join('\n')
  for (const length of [1, 2, 5, text.length]) {
    const chunks = Array.from({ length: Math.ceil(text.length / length) }, (_, index) => text.slice(index * length, (index + 1) * length))
    for (const end of ['', '\n']) expect(await collect(splitLines(Readable.from([...chunks, end])))).toEqual(lines)
  }
})

test.each(['plain', 'encrypted'])('an archive with separators of lines in a text comes back as it was written: %s', async kind => {
  const { content: identity, recipient } = await makeIdentity()
  const file = path.join(folder, kind)
  await writeArchive(file, header, contentOf(parts), kind === 'plain' ? [] : [recipient])
  const archive = await readArchive(file, kind === 'plain' ? [] : [identity.split('\n')[1] ?? ''])
  expect([archive.header, await collect(archive.content)]).toEqual([header, parts])
  if (kind === 'plain') expect(gunzipSync(await readFile(file)).toString()).toContain('\u2028')
})

test('no archive that does not read back as it was written stays behind, nor counts as written', async () => {
  const file = path.join(folder, 'unreadable')
  // Its line is no JSON.
  const unreadable = contentOf([...parts, undefined as never])
  await expect(writeArchive(file, header, unreadable, [])).rejects.toThrow('is no archive of an organisation, or is damaged')
  await expect(readFile(file)).rejects.toThrow('ENOENT')
  await expect(readFile(`${file}.part`)).rejects.toThrow('ENOENT')
})

test('an archive has its name only when it is complete, whatever a killed export left', async () => {
  const file = path.join(folder, 'whole')
  await writeFile(`${file}.part`, 'half')
  async function* looking() {
    yield* parts
    await expect(readFile(file)).rejects.toThrow('ENOENT')
  }
  await writeArchive(file, header, looking(), [])
  expect((await readdir(folder)).filter(name => name.startsWith('whole'))).toEqual(['whole'])
  await expect(writeArchive(file, header, contentOf(parts), [])).rejects.toThrow('exists already')
  expect((await readArchive(file, [])).header).toEqual(header)
})
