import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const file = (events: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//A test//EN', ...events, 'END:VCALENDAR', ''].join('\r\n')

/** One event, `from` and `to` as RFC 5545 writes them. */
export const busy = (from: string, to: string, ...lines: string[]): string =>
  ['BEGIN:VEVENT', `UID:${from}@example.org`, 'SUMMARY:Seeing the dentist', `DTSTART:${from}`, `DTEND:${to}`, ...lines, 'END:VEVENT'].join(
    '\r\n',
  )

/** A local calendar server that publishes a calendar at a secret address. */
export async function publishCalendar() {
  const asked: IncomingMessage[] = []
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => void response.end(file([]))
  const server = http.createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/private-5f3a/basic.ics`,
    asked,
    behave: (next: typeof answer) => void (answer = next),
    /** It holds these from now on, under a tag. */
    holds(events: readonly string[], etag?: string) {
      answer = (request, response) => {
        if (etag) response.setHeader('etag', etag).setHeader('last-modified', 'Fri, 20 Nov 2026 09:00:00 GMT')
        if (etag && request.headers['if-none-match'] === etag) response.writeHead(304).end()
        else response.end(file(events))
      }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
