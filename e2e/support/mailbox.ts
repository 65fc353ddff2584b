import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** A real mail server for a test, and what came into its mailboxes. */
export interface Mailbox {
  /** What the product is started with. */
  settings: Record<string, string>
  /** The code of the newest letter with a code to an address; null before there is one. */
  codeFor(address: string): string | null
  /** The link of the newest invitation to an address; null before there is one. */
  linkFor(address: string): string | null
  close(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const letters: { to: string; letter: ParsedMail }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      const keep = async () => {
        letters.push({ to: envelope.rcptTo[0]?.address ?? '', letter: await simpleParser(stream) })
        done()
      }
      void keep()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  // Letters about other things come in between, in any order.
  const newestMatch = (address: string, pattern: RegExp) => {
    const texts = letters.filter(({ to }) => to === address).map(({ letter }) => letter.text ?? '')
    return texts.map(text => pattern.exec(text)).findLast(match => match !== null)
  }
  return {
    settings: { OPENHOUR_SMTP_URL: `smtp://127.0.0.1:${port}`, OPENHOUR_MAIL_FROM: 'desk@example.org' },
    codeFor: address => newestMatch(address, /Your code is (\d{6})/)?.[1] ?? null,
    linkFor: address => newestMatch(address, /http\S+\/invitation#[\w-]{43}/)?.[0] ?? null,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}
