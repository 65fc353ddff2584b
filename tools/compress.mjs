import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const textual = /\.(js|css|svg|json|webmanifest|txt)$/

/**
 * Writes a .br and a .gz beside every textual file, so that the server never compresses while somebody waits.
 * @param {string} folder
 */
export async function compressFolder(folder) {
  const files = (await readdir(folder, { recursive: true })).filter(file => textual.test(file))
  await Promise.all(
    files.map(async name => {
      const file = path.join(folder, name)
      const bytes = await readFile(file)
      const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, options))
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
