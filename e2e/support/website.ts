import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Another site: the organisation's own website, or an attacker's. It shows the HTML that it is given, at
 * http://localhost.
 */
export async function openWebsite(html: string): Promise<{ origin: string; close(): Promise<unknown> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><html lang="en"><title>Harbour Advice</title><h1>Harbour Advice</h1>${html}</html>`)
  }).listen(0)
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
