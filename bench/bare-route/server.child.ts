import { readFile } from 'node:fs/promises'
import fastify from 'fastify'

// One route that sends the bytes of a file, and nothing else: how fast this machine answers at all. Says its address, and ends with its parent.
const [file = ''] = process.argv.slice(2)
const bytes = await readFile(file)
const http = fastify()
http.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))
process.stdout.write(`${await http.listen({ port: 0, host: '127.0.0.1' })}\n`)
process.on('disconnect', () => process.exit(0))
