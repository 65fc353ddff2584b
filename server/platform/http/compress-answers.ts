import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { chooseEncoding } from './accepted-encoding.ts'

/** Smaller answers fit into one packet. */
const minBytes = 1024
/**
 * A third of the quality at which files are built, for a fiftieth of the time: 3 ms for a week of 400 sessions.
 */
const brotliQuality = 4
/** 256 kB: the default window would take 4 MB of memory for each answer. */
const windowBits = 18

const compress = {
  br: (bytes: Buffer, done: (error: Error | null, small: Buffer) => void) =>
    brotliCompress(
      bytes,
      {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          [constants.BROTLI_PARAM_LGWIN]: windowBits,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      },
      done,
    ),
  gzip: (bytes: Buffer, done: (error: Error | null, small: Buffer) => void) => gzip(bytes, done),
}

const texts = /^(application\/json|text\/html|image\/svg\+xml)\b/

/**
 * Compresses JSON, pages and drawings for clients that accept it, on another thread. An answer that is sent
 * several times (shared-answer.ts) is compressed once. No other site can let a browser send a user's token, so
 * sizes tell other sites nothing.
 */
export function compressAnswers(http: FastifyInstance): void {
  const known = { br: new WeakMap<Buffer, Buffer>(), gzip: new WeakMap<Buffer, Buffer>() }
  http.addHook('onSend', (request, reply, payload, done) => {
    if (!Buffer.isBuffer(payload) || payload.length < minBytes) return done(null, payload)
    if (!texts.test(String(reply.getHeader('content-type'))) || reply.hasHeader('content-encoding')) return done(null, payload)
    const varies = reply.getHeader('vary')
    reply.header('vary', varies ? `${String(varies)}, accept-encoding` : 'accept-encoding')
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (encoding === 'identity') return done(null, payload)
    const send = (small: Buffer) => {
      const etag = reply.getHeader('etag')
      // The same answer in other bytes.
      if (typeof etag === 'string') reply.header('etag', etag.replace(/^"/, 'W/"'))
      reply.header('content-encoding', encoding).header('content-length', small.length)
      done(null, small)
    }
    const before = known[encoding].get(payload)
    if (before) return send(before)
    compress[encoding](payload, (error, small) => {
      // The response timed out meanwhile (response-timeout.ts): a second one would throw here, and end the process.
      if (reply.raw.headersSent) return
      // Uncompressed it is right as well.
      if (error) return done(null, payload)
      known[encoding].set(payload, small)
      send(small)
    })
  })
}
