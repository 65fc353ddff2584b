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
        const texts = Object.entries(bundle)
          .filter(([fileName]) => /\.(js|css|svg)$/.test(fileName))
          .toSorted(([one], [other]) => Number(isCopy(one)) - Number(isCopy(other)))
        const pages = Object.values(bundle).flatMap(file =>
          file.type === 'asset' && file.fileName.endsWith('.html') ? String(file.source) : [],
        )
        const isFirst = (fileName: string) => !isCopy(fileName) || pages.some(page => page.includes(fileName))
        // By content: every second copy has no text, and equals its original.
        const done = new Map<string, Promise<Compressed>>()
        const compressNext = async (): Promise<void> => {
          for (let next = texts.shift(); next; next = texts.shift()) {
            const [fileName, file] = next
            const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
            const key = content.toString('latin1')
            const compressing = done.get(key) ?? compress(content, isFirst(fileName) ? bestQuality : copyQuality, isCopy(fileName))
            done.set(key, compressing)
            const { brotlied, gzipped } = await compressing
            this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotlied })
            this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipped })
          }
        }
        await Promise.all(Array.from({ length: atOnce }, compressNext))
      },
    },
  }
}

interface Compressed {
  brotlied: Buffer
  gzipped: Buffer
}

/** As many as Node has threads for compressing: more would only take memory. */
const atOnce = 4

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

async function compress(content: Buffer, quality: number, copy: boolean): Promise<Compressed> {
  const tries = copy || content.length < minBytesToTryAll ? codings.slice(0, 1) : codings
  return { brotlied: await compressSmallest(content, quality, tries), gzipped: await zip(content, { level: 9 }) }
}

/** The smallest window that holds the content, as its base-2 logarithm. Each compressor allocates a whole one. */
const windowBits = (content: Buffer): number =>
  Math.min(constants.BROTLI_DEFAULT_WINDOW, Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(content.length + 16))))

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
          [constants.BROTLI_PARAM_LGWIN]: windowBits(content),
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct,
        },
      }),
    ),
  )
  return tried.reduce((best, next) => (next.length < best.length ? next : best))
}
