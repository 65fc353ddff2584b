import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes a Brotli and a gzip copy of each text file at build time; the server sends them. */
export function compressed(): Plugin {
  return {
    name: 'openhour:compressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const texts = Object.entries(bundle).filter(([fileName]) => /\.(js|css|svg)$/.test(fileName))
        await Promise.all(
          texts.map(async ([fileName, file]) => {
            const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
            const tries = content.length < minBytesToTryAll || isCopy(fileName) ? codings.slice(0, 1) : codings
            const [brotlied, gzipped] = await Promise.all([compressSmallest(content, tries), zip(content, { level: 9 })])
            this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotlied })
            this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipped })
          }),
        )
      },
    },
  }
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * How Brotli codes distances: bits of the postfix, and codes without one. Which is best depends on the file; for
 * the first page's script, of 388 kB, the best of these saves 250 bytes.
 */
const codings = [
  [0, 0],
  [0, 4],
  [1, 8],
  [2, 0],
] as const
const minBytesToTryAll = 200_000
/** One for another language (language-copies.ts): each try takes a second. */
const isCopy = (fileName: string): boolean => fileName.split('/').length > 2

async function compressSmallest(content: Buffer, tries: readonly (readonly [postfix: number, direct: number])[]): Promise<Buffer> {
  const tried = await Promise.all(
    tries.map(([postfix, direct]) =>
      brotli(content, {
        params: {
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct,
        },
      }),
    ),
  )
  return tried.reduce((best, next) => (next.length < best.length ? next : best))
}
