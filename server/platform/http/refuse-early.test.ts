import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pathOfWhole, refuseEarly } from './refuse-early.ts'

/** Addresses that Node's server read, in order. */
let read: string[]
/** Whether to refuse, as a gate does. */
let full: boolean
/** Of those who asked for /held. */
let held: ServerResponse | undefined
let server: Server
let client: Socket
let told: string
/** The server's side of the connection. */
let accepted: Promise<Socket>

beforeEach(async () => {
  ;[read, full, held, told] = [[], true, undefined, '']
  const early = refuseEarly(path => (full && path !== '/health' ? `HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n` : undefined))
  server = createServer((request, reply) => {
    early.came(reply)
    const path = request.url ?? ''
    read.push(path)
    if (path === '/held') held = reply
    else reply.writeHead(200, { date: '', 'content-length': path.length }).end(path)
    if (full && path !== '/held') early.refused(request, reply)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  accepted = once(server, 'connection').then(([socket]) => socket as Socket)
  client = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1')
  client.on('data', text => (told += String(text)))
})
afterEach(() => {
  client.destroy()
  server.closeAllConnections()
  server.close()
})

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const post = (path: string, body: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`
/** What the client was told, one after the other: an address from Node's server, 503 early. */
const answers = () => [...told.matchAll(/HTTP\/1\.1 (\d+) [^]*?\r\n\r\n(\/[a-z]+)?/g)].map(([, status, path]) => path ?? status)
/** When so many have been answered. */
async function until(count: number): Promise<void> {
  while (answers().length < count) await once(client, 'data')
}
/** When the server has what was sent last. */
async function untilSent(): Promise<void> {
  const socket = await accepted
  while (socket.bytesRead < client.bytesWritten) await new Promise(setImmediate)
}
/** From here on it is known where requests begin. */
async function refuseTwice() {
  client.write(get('/first'))
  await until(1)
  client.write(get('/second'))
  await until(2)
}

test('whoever was refused before is refused without being read, whole requests only; afterwards all is as ever', async () => {
  await refuseTwice()
  client.write(get('/third'))
  await until(3)
  client.write(post('/fourth', '{}'))
  await until(4)
  expect([answers(), read]).toEqual([
    ['/first', '/second', '503', '503'],
    ['/first', '/second'],
  ])

  client.write(get('/health'))
  await until(5)
  full = false
  client.write(post('/fifth', 'body'))
  await until(6)
  expect(answers().slice(4)).toEqual(['/health', '/fifth'])
})

test('what comes in pieces is read by Node’s server, also where a piece looks like a request', async () => {
  await refuseTwice()
  client.write('GET /third HTTP/1.1\r\nX: ')
  await untilSent()
  client.write(get('/inner'))
  await until(3)
  // With it the third one was whole.
  client.write(get('/fourth'))
  await until(4)
  expect([answers(), read]).toEqual([
    ['/first', '/second', '/third', '503'],
    ['/first', '/second', '/third'],
  ])
})

test('whoever does not read what they are told is left to Node’s server, which stops reading from them', async () => {
  await refuseTwice()
  Object.defineProperty(await accepted, 'writableNeedDrain', { value: true })
  client.write(get('/third'))
  await until(3)
  expect([answers(), read]).toEqual([
    ['/first', '/second', '/third'],
    ['/first', '/second', '/third'],
  ])
})

test('nobody is refused before an answer that is still due', async () => {
  await refuseTwice()
  full = false
  client.write(get('/held'))
  await once(server, 'request')
  full = true
  client.write(get('/next'))
  await once(server, 'request')
  held!.writeHead(200, { 'content-length': 5 }).end('/held')
  await until(4)
  expect(answers()).toEqual(['/first', '/second', '/held', '/next'])
})

test.each([
  ['GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n', '/a?b=c'],
  ['POST /a HTTP/1.1\r\ncontent-length: 2\r\nConnection: keep-alive\r\n\r\n{}', '/a'],
  ['GET /a HTTP/1.1\r\nHost: x\r\n', undefined],
  ['GET /a HTTP/1.1\r\nHost: x\r\n\r\nG', undefined],
  ['GET /a HTTP/1.0\r\nHost: x\r\n\r\n', undefined],
  ['HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n', undefined],
  ['GET http://x/a HTTP/1.1\r\nHost: x\r\n\r\n', undefined],
  ['POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\n{}', undefined],
  ['POST /a HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}', undefined],
  ['POST /a HTTP/1.1\r\nContent-Length : 2\r\n\r\n{}', undefined],
  ['POST /a HTTP/1.1\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n', undefined],
  ['POST /a HTTP/1.1\r\nX: y\nTransfer-Encoding: chunked\r\n\r\n', undefined],
  ['GET /a HTTP/1.1\r\nConnection: close\r\n\r\n', undefined],
  ['GET /a HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', undefined],
  ['POST /a HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}', undefined],
])('one whole request that reads in one way only: %j', (text, path) => {
  expect(pathOfWhole(Buffer.from(text))).toBe(path)
})
