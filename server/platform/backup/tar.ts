import { BackupError } from './backup-error.ts'

/** One member of an archive. Read its content to the end before the next member. */
export interface Member {
  name: string
  kind: 'file' | 'folder'
  content: AsyncIterable<Buffer>
}

const blockBytes = 512

/**
 * Reads PostgreSQL's archives: plain files and folders in blocks, ended by empty blocks. Refuses
 * other types and names outside the archive as damage.
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<Member> {
  const { take, skip } = readerOf(source)
  for (;;) {
    const header = await collect(take(blockBytes))
    if (header.every(byte => byte === 0)) return
    const { name, kind, size } = parseHeader(header)
    let left = size
    const content = (async function* () {
      for await (const part of take(size)) {
        left -= part.length
        yield part
      }
    })()
    yield { name, kind, content }
    if (left > 0) throw new Error(`the content of ${name} was not read`)
    await skip((blockBytes - (size % blockBytes)) % blockBytes)
  }
}

function parseHeader(header: Buffer): { name: string; kind: Member['kind']; size: number } {
  const textAt = (start: number, length: number) => header.toString('utf8', start, start + length).replace(/\0.*$/s, '')
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0)
  if (Number.parseInt(textAt(148, 8), 8) !== sum) throw new BackupError('The backup is damaged: a part of its archive cannot be read.')
  const name = textAt(0, 100).replace(/^\.\//, '').replace(/\/$/, '')
  const kind = { '0': 'file', '\0': 'file', '5': 'folder' } as const
  const flag = String.fromCharCode(header[156] ?? 0) as keyof typeof kind
  const size = Number.parseInt(textAt(124, 12), 8)
  const inside = name !== '' && !name.startsWith('/') && !name.split('/').includes('..')
  if (!(flag in kind) || !inside || !(size >= 0)) throw new BackupError(`The backup holds something that no backup holds: ${name}.`)
  return { name, kind: kind[flag], size }
}

/** Splits a stream into pieces of requested lengths; throws if it ends early. */
function readerOf(source: AsyncIterable<Buffer>) {
  const parts = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  async function* take(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      if (rest.length === 0) {
        const next = await parts.next()
        if (next.done) throw new BackupError('The backup is damaged: its archive ends too early.')
        rest = next.value
      }
      const part = rest.subarray(0, left)
      rest = rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }
  const skip = async (length: number) => {
    for await (const _ of take(length)) continue
  }
  return { take, skip }
}

async function collect(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}
