import { createHash } from 'node:crypto'
import { createReadStream, existsSync, openSync, closeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

const standardSigners = '/etc/openhour/allowed_signers'
/** Whom releases are signed as, and what for: the first words in allowed_signers, and `ssh-keygen -n`. */
const [signer, namespace] = ['openhour-releases', 'file']

/**
 * Checks an archive against SHA256SUMS next to it and, where allowed signers are known, SHA256SUMS against its
 * signature. Throws what does not match.
 */
export async function verifyArchive({
  archive,
  signers,
  say,
}: {
  archive: string
  signers: string | undefined
  say: (line: string) => void
}): Promise<void> {
  const sums = path.join(path.dirname(archive), 'SHA256SUMS')
  const text = await readFile(sums, 'utf8').catch(() => {
    throw new Error(`There is no ${sums}. Download it with the archive.`)
  })
  const expected = text
    .split('\n')
    .map(line => line.split(/ [ *]/))
    .find(([, name]) => name === path.basename(archive))?.[0]
  if (expected === undefined) throw new Error(`${sums} does not list ${path.basename(archive)}.`)
  const hash = createHash('sha256')
  await pipeline(createReadStream(archive), hash)
  if (hash.digest('hex') !== expected) throw new Error(`${archive} is damaged: its checksum differs from SHA256SUMS.`)
  if (signers !== undefined && !existsSync(signers)) throw new Error(`The file of allowed signers ${signers} cannot be found.`)
  const allowed = signers ?? (existsSync(standardSigners) ? standardSigners : undefined)
  if (allowed === undefined) return say('The checksum matches. The signature was not checked: there is no file of allowed signers.')
  await verifySignature(sums, path.resolve(allowed))
  say('The checksum and the signature match.')
}

async function verifySignature(file: string, signers: string): Promise<void> {
  const content = openSync(file, 'r')
  try {
    const args = ['-Y', 'verify', '-f', signers, '-I', signer, '-n', namespace, '-s', `${file}.sig`]
    const child = spawn('ssh-keygen', args, { stdio: [content, 'ignore', 'ignore'] })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`The signature of ${file} is not of one of the allowed signers in ${signers}.`)
  } finally {
    closeSync(content)
  }
}
