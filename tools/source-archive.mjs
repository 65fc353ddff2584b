import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { lstat, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { root, runCommand } from './run-command.mjs'

/** Lists the files of an unpacked source archive, where Git cannot. */
const listFile = 'SOURCE-FILES'

/**
 * The product's source files, from the root: what Git tracks, or what the archive of an unpacked source lists. Other
 * files may be secrets. Empty where neither is known.
 * @returns {Promise<string[]>}
 */
export async function listSourceFiles() {
  const { code, stdout } = await runCommand('git', ['ls-files', '-z'])
  const list = code === 0 ? stdout.split('\0') : (await readFile(path.join(root, listFile), 'utf8').catch(() => '')).split('\n')
  return list.filter(Boolean).toSorted()
}

/**
 * Seconds since 1970 of everything in an archive, so that the same source makes the same bytes: SOURCE_DATE_EPOCH,
 * or the last commit.
 */
export async function sourceDate() {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH)
  const { code, stdout } = await runCommand('git', ['log', '-1', '--format=%ct'])
  return code === 0 ? Number(stdout) : 0
}

/**
 * @typedef {{ name: string, mode: number, content?: Buffer, linkname?: string }} Entry Without content and link: a
 * folder.
 */

/**
 * Writes a tar.gz that is the same for the same entries and date.
 * @param {string} file
 * @param {AsyncIterable<Entry>} entries
 * @param {number} date Seconds since 1970.
 */
export async function writeArchive(file, entries, date) {
  const archive = pack()
  const written = pipeline(archive, createGzip({ level: 9 }), createWriteStream(file))
  const header = { mtime: new Date(date * 1000), uid: 0, gid: 0, uname: 'root', gname: 'root' }
  const add = async () => {
    for await (const { name, mode, content, linkname } of entries) {
      const type = content ? 'file' : linkname === undefined ? 'directory' : 'symlink'
      await new Promise((resolve, reject) => {
        archive.entry({ ...header, name, mode, type, linkname: linkname ?? null }, content ?? '', error =>
          error ? reject(error) : resolve(undefined),
        )
      })
    }
    archive.finalize()
  }
  await Promise.all([add(), written])
}

/**
 * Writes the source of this build, which section 13 of the licence promises to users.
 * @param {string} file
 * @param {string} top The name of the archive's folder.
 * @returns {Promise<boolean>} False where the source files are not known; then nothing is written.
 */
export async function writeSourceArchive(file, top) {
  const files = (await listSourceFiles()).filter(name => name !== listFile)
  if (files.length === 0) return false
  const entries = async function* () {
    yield { name: `${top}/${listFile}`, mode: 0o644, content: Buffer.from(`${files.join('\n')}\n`) }
    for (const name of files) {
      const found = await lstat(path.join(root, name)).catch(() => undefined)
      // Deleted, and not committed yet.
      if (!found?.isFile()) continue
      const mode = found.mode & 0o100 ? 0o755 : 0o644
      yield { name: `${top}/${name}`, mode, content: await readFile(path.join(root, name)) }
    }
  }
  await writeArchive(file, entries(), await sourceDate())
  return true
}

/** @param {string} file
 * @returns {Promise<string[]>} The names in an archive. */
export async function listArchive(file) {
  const { stdout } = await promisify(execFile)('tar', ['-tzf', file], { maxBuffer: 64 << 20 })
  return stdout.split('\n').filter(Boolean)
}
