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
        const pages = Object.values(bundle).flatMap(file =>
          file.type === 'asset' && file.fileName.endsWith('.html') ? String(file.source) : [],
        )
        await Promise.all(
          texts.map(async ([fileName, file]) => {
            const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
            const quality = isCopy(fileName) && !pages.some(page => page.includes(fileName)) ? copyQuality : bestQuality
            const tries = content.length < minBytesToTryAll || isCopy(fileName) ? codings.slice(0, 1) : codings
            const [brotlied, gzipped] = await Promise.all([compressSmallest(content, quality, tries), zip(content, { level: 9 })])
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

const bestQuality = constants.BROTLI_MAX_QUALITY
/**
 * For the ten other languages, but for what each page starts with: 7 % larger, in a twentieth of the time, which was
 * a third of the build.
 */
const copyQuality = 8

async function compressSmallest(
  content: Buffer,
  quality: number,
  tries: readonly (readonly [postfix: number, direct: number])[],
): Promise<Buffer> {
  const tried = await Promise.all(
    tries.map(([postfix, direct]) =>
      brotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct,
        },
      }),
    ),
  )
  return tried.reduce((best, next) => (next.length < best.length ? next : best))
}
