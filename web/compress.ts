import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes a Brotli and a gzip copy of each text file at build time; the server sends them. */
export function compressed(): Plugin {
  return {
    name: 'openhour:compressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          if (!/\.(js|css|svg)$/.test(fileName)) continue
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          const small = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } })
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: small })
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(content, { level: 9 }) })
        }
      },
    },
  }
}
