import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSafeFetch } from './fetch.ts'
import type { Address } from './public-address.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => void
const asked: IncomingMessage[] = []
const cameTo: (string | undefined)[] = []
const server = http.createServer((request, response) => {
  asked.push(request)
  cameTo.push(request.socket.localAddress)
  answer(request, response)
})
let port: number

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ;({ port } = server.address() as AddressInfo)
})
beforeEach(() => {
  asked.length = 0
  cameTo.length = 0
  answer = (_request, response) => void response.end('hello')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const toLoopback = ['127.0.0.1']
const get = (address: string, networks = toLoopback, resolve?: (name: string) => Promise<Address[]>, more = {}) =>
  openSafeFetch(networks, resolve).fetch({
    address,
    method: 'GET',
    withinMs: 3000,
    bodyLimit: { keep: 'whole', bytes: 1000 },
    ...more,
  })
const at = (path = '/') => `http://127.0.0.1:${port}${path}`
const leadTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map(address => ({ address, family: net.isIPv4(address) ? (4 as const) : (6 as const) }))

describe('refuses an address before resolving it', () => {
  test.each([
    ['', 'bad_address'],
    ['example.org', 'bad_address'],
    ['ftp://example.org/', 'bad_address'],
    ['file:///etc/passwd', 'bad_address'],
    ['https://name:word@example.org/', 'bad_address'],
    ['https://name@example.org/', 'bad_address'],
    [`https://example.org/${'a'.repeat(2000)}`, 'bad_address'],
    ['http://example.org/', 'not_https'],
    ['http://93.184.216.34/', 'not_https'],
    ['https://example.org:25/', 'bad_port'],
    ['https://example.org:22/', 'bad_port'],
    ['https://127.0.0.1/', 'private_address'],
    ['https://127.1/', 'private_address'],
    ['https://2130706433/', 'private_address'],
    ['https://0x7f.0.0.1/', 'private_address'],
    ['https://0177.0.0.1/', 'private_address'],
    ['https://127.0.0.1./', 'private_address'],
    ['https://0.0.0.0/', 'private_address'],
    ['https://10.1.2.3/', 'private_address'],
    ['https://172.16.0.1/', 'private_address'],
    ['https://192.168.1.1/', 'private_address'],
    ['https://100.64.0.1/', 'private_address'],
    ['https://100.100.100.200/', 'private_address'],
    ['https://169.254.169.254/', 'private_address'],
    ['https://168.63.129.16/', 'private_address'],
    ['https://192.0.0.192/', 'private_address'],
    ['https://198.18.0.1/', 'private_address'],
    ['https://224.0.0.1/', 'private_address'],
    ['https://240.0.0.1/', 'private_address'],
    ['https://255.255.255.255/', 'private_address'],
    ['https://[::]/', 'private_address'],
    ['https://[::1]/', 'private_address'],
    ['https://[::ffff:127.0.0.1]/', 'private_address'],
    ['https://[::ffff:7f00:1]/', 'private_address'],
    ['https://[::127.0.0.1]/', 'private_address'],
    ['https://[64:ff9b::7f00:1]/', 'private_address'],
    ['https://[64:ff9b:1::a00:1]/', 'private_address'],
    ['https://[2002:7f00:1::1]/', 'private_address'],
    ['https://[2001:0:7f00:1::1]/', 'private_address'],
    ['https://[2001:db8::1]/', 'private_address'],
    ['https://[fe80::1]/', 'private_address'],
    ['https://[fd00:ec2::254]/', 'private_address'],
    ['https://[ff02::1]/', 'private_address'],
    ['https://[fec0::1]/', 'private_address'],
    ['https://[100::1]/', 'private_address'],
    ['https://[3fff::1]/', 'private_address'],
    ['https://[2620:4f:8000::1]/', 'private_address'],
    ['https://192.88.99.1/', 'private_address'],
    ['https://192.175.48.1/', 'private_address'],
  ])('%s', async (address, why) => {
    expect(openSafeFetch([]).refuse(address)).toBe(why)
    expect(await get(address, [])).toMatchObject({ ok: false, why })
  })

  test.each(['https://example.org/path?x=1', 'https://example.org:8443/', 'https://93.184.216.34/', 'https://[2606:4700::1111]/'])(
    'but not %s',
    address => expect(openSafeFetch([]).refuse(address)).toBeNull(),
  )
})

describe('a name that resolves', () => {
  test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', 'fd00::1'])(
    'to %s is refused, also together with a public address',
    async inside => {
      expect(await get('https://name.example/', [], leadTo(inside))).toMatchObject({ ok: false, why: 'private_address' })
      expect(await get('https://name.example/', [], leadTo('93.184.216.34', inside))).toMatchObject({ ok: false, why: 'private_address' })
    },
  )

  test('to the operator’s networks is accepted where the settings allow it, but not to several networks at once', async () => {
    expect(await get(`http://name.example:${port}/`, toLoopback, leadTo('127.0.0.1'))).toMatchObject({ ok: true, status: 200 })
    expect(await get(`http://name.example:${port}/`, toLoopback, leadTo('127.0.0.1', '127.0.0.2'))).toMatchObject({
      why: 'private_address',
    })
    expect(await get(`http://name.example:${port}/`, toLoopback, leadTo('93.184.216.34'))).toMatchObject({ why: 'not_https' })
    expect(asked).toHaveLength(1)
  })

  test('is resolved once, so a later answer has no effect (DNS rebinding)', async () => {
    const says = [leadTo('127.0.0.1'), leadTo('127.0.0.2')]
    let looks = 0
    const rebinding = () => (says[looks++] ?? leadTo('127.0.0.2'))()
    const fetched = await get(`http://name.example:${port}/`, toLoopback, rebinding)
    expect(fetched).toMatchObject({ ok: true })
    expect(looks).toBe(1)
    expect(cameTo).toEqual(['127.0.0.1'])
    // In the other order it is refused before anything is sent.
    says.reverse()
    looks = 0
    expect(await get(`http://name.example:${port}/`, toLoopback, rebinding)).toMatchObject({ ok: false, why: 'private_address' })
    expect(asked).toHaveLength(1)
  })

  test('to no address is refused', async () => {
    expect(await get('https://name.example/', [], leadTo())).toMatchObject({ ok: false, why: 'no_such_name' })
  })

  test('too slowly times out', async () => {
    const never = () => new Promise<Address[]>(() => {})
    expect(await get('https://name.example/', [], never, { withinMs: 50 })).toMatchObject({ ok: false, why: 'timeout' })
  })
})

describe('redirects', () => {
  test('are returned as answers where none are followed', async () => {
    answer = (_request, response) => void response.writeHead(302, { location: at('/there') }).end()
    expect(await get(at())).toMatchObject({ ok: true, status: 302 })
    expect(asked).toHaveLength(1)
  })

  test('are followed up to the limit, including relative ones', async () => {
    answer = ({ url }, response) =>
      url === '/c' ? void response.end('here') : void response.writeHead(301, { location: url === '/a' ? '/b' : at('/c') }).end()
    const fetched = await get(at('/a'), toLoopback, undefined, { redirects: 2 })
    expect(fetched).toMatchObject({ ok: true, status: 200 })
    expect(fetched.ok && fetched.body.toString()).toBe('here')
    expect(await get(at('/a'), toLoopback, undefined, { redirects: 1 })).toMatchObject({ ok: false, why: 'redirected' })
  })

  test.each([
    ['http://169.254.169.254/latest/meta-data/', 'private_address'],
    ['https://[::1]/', 'private_address'],
    ['http://93.184.216.34/', 'not_https'],
    ['file:///etc/passwd', 'bad_address'],
    ['https://example.org:25/', 'bad_port'],
    ['https://name:word@example.org/', 'bad_address'],
  ])('to %s are checked like the first address', async (location, why) => {
    answer = (_request, response) => void response.writeHead(307, { location }).end()
    expect(await get(at(), toLoopback, undefined, { redirects: 3 })).toMatchObject({ ok: false, why })
  })

  test('to another name are resolved and checked again', async () => {
    answer = (_request, response) => void response.writeHead(302, { location: `http://other.example:${port}/` }).end()
    const resolve = (name: string) => (name === 'other.example' ? leadTo('10.0.0.1') : leadTo('127.0.0.1'))()
    expect(await get(`http://name.example:${port}/`, toLoopback, resolve, { redirects: 3 })).toMatchObject({ why: 'private_address' })
  })
})

describe('limits', () => {
  test('refuses a body that is too large, with and without a content length', async () => {
    answer = (_request, response) => void response.end('x'.repeat(1001))
    expect(await get(at())).toMatchObject({ ok: false, why: 'too_large' })
    answer = (_request, response) => {
      const more = () => void (response.destroyed || response.write('x'.repeat(500), more))
      more()
    }
    expect(await get(at())).toMatchObject({ ok: false, why: 'too_large' })
    const beginning = await get(at(), toLoopback, undefined, { bodyLimit: { keep: 'beginning', bytes: 10 } })
    expect(beginning.ok && beginning.body.toString()).toBe('xxxxxxxxxx')
  })

  test('times out on an endless body', async () => {
    answer = (_request, response) => {
      const drip = setInterval(() => response.write('x'), 5)
      response.on('close', () => clearInterval(drip))
    }
    expect(await get(at(), toLoopback, undefined, { withinMs: 200 })).toMatchObject({ ok: false, why: 'timeout' })
  })

  test('times out without headers and refuses headers that are too long', async () => {
    answer = () => {}
    expect(await get(at(), toLoopback, undefined, { withinMs: 100 })).toMatchObject({ ok: false, why: 'timeout' })
    answer = (_request, response) => void response.setHeader('x-long', 'x'.repeat(20_000)).end()
    expect(await get(at())).toMatchObject({ ok: false, why: 'unreachable', detail: 'HPE_HEADER_OVERFLOW' })
  })

  test('applies the time limit to all redirects together', async () => {
    answer = ({ url = '' }, response) => void setTimeout(() => response.writeHead(302, { location: at(`/${url.length}`) }).end(), 60)
    expect(await get(at(), toLoopback, undefined, { withinMs: 150, redirects: 20 })).toMatchObject({ ok: false, why: 'timeout' })
  })

  test('does not decompress', async () => {
    answer = (_request, response) => void response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(100_000)))
    expect(await get(at())).toMatchObject({ ok: false, why: 'encoded' })
    const beginning = await get(at(), toLoopback, undefined, { bodyLimit: { keep: 'beginning', bytes: 10 } })
    expect(beginning).toMatchObject({ ok: true, body: Buffer.alloc(0) })
  })
})

describe('the request', () => {
  test('contains no credentials, cookies or referrer', async () => {
    answer = (_request, response) => void response.setHeader('set-cookie', 'a=b').end()
    const fetch = openSafeFetch(toLoopback)
    const one = {
      address: at('/p?q=1#part'),
      method: 'POST',
      body: '{"ü":1}',
      withinMs: 3000,
      bodyLimit: { keep: 'whole', bytes: 9 },
    } as const
    await fetch.fetch(one)
    await fetch.fetch(one)
    expect(asked.map(({ method, url, headers }) => ({ method, url, headers }))).toEqual(
      Array.from({ length: 2 }, () => ({
        method: 'POST',
        url: '/p?q=1',
        headers: {
          host: `127.0.0.1:${port}`,
          'user-agent': 'Openhour',
          'accept-encoding': 'identity',
          'content-length': '8',
          connection: 'close',
        },
      })),
    )
  })

  test('is not sent to a server with a self-signed certificate', async () => {
    // The library's server has a self-signed certificate.
    const tls = new SMTPServer({ secure: true, closeTimeout: 10 })
    tls.on('error', () => {})
    const listening = tls.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const { port: secure } = listening.address() as AddressInfo
    expect(await get(`https://127.0.0.1:${secure}/`)).toMatchObject({ ok: false, why: 'bad_certificate' })
    await new Promise<void>(resolve => void tls.close(resolve))
  })

  test('fails when the server refuses or drops the connection', async () => {
    const other = net.createServer(socket => void socket.on('data', () => socket.destroy())).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
    expect(await get(address)).toMatchObject({ ok: false, why: 'unreachable', detail: 'ECONNRESET' })
    other.close()
    await once(other, 'close')
    expect(await get(address)).toMatchObject({ ok: false, why: 'unreachable', detail: 'ECONNREFUSED' })
  })
})
