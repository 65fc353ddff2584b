import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'

// A server that answers every GET and POST with the bytes of a file: the least that a request costs on this
// machine. Given seconds, it refuses each (503) until then, without Fastify. Prints its address and ends with its
// parent. It keeps as many connections waiting as the product's server.
const [file = '', seconds = ''] = process.argv.slice(2)
const bytes = await readFile(file)
const listening = { port: 0, host: '127.0.0.1', backlog: 4096 }
if (seconds) {
  const head = { 'content-type': 'application/problem+json', 'content-length': bytes.length, 'retry-after': seconds }
  const refusing = createServer((request, response) => {
    request.resume()
    response.writeHead(503, head).end(bytes)
  }).listen(listening, () => process.stdout.write(`http://127.0.0.1:${(refusing.address() as AddressInfo).port}\n`))
} else {
  const http = fastify()
  http.route({ method: ['GET', 'POST'], url: '*', handler: (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes) })
  process.stdout.write(`${await http.listen(listening)}\n`)
}
process.on('disconnect', () => process.exit(0))
