import { readFile } from 'node:fs/promises'
import fastify from 'fastify'

// A server that answers every GET and POST with the bytes of a file: the least that a request costs on this
// machine. Prints its address and ends with its parent. It keeps as many connections waiting as the product's
// server.
const [file = ''] = process.argv.slice(2)
const bytes = await readFile(file)
const http = fastify()
http.route({ method: ['GET', 'POST'], url: '*', handler: (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes) })
process.stdout.write(`${await http.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })}\n`)
process.on('disconnect', () => process.exit(0))
