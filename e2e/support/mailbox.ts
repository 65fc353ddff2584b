import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { findInTexts, type Inbox } from './inbox.ts'

interface Mailbox extends Inbox {
  /** Whole letters to an address, oldest first. */
  lettersTo(address: string): ParsedMail[]
}

/** A real mail server for a test, and what came into its mailboxes. */
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
  const lettersTo = (address: string) => letters.filter(({ to }) => to === address).map(({ letter }) => letter)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    settings: { OPENHOUR_SMTP_URL: `smtp://127.0.0.1:${port}`, OPENHOUR_MAIL_FROM: 'desk@example.org' },
    ...findInTexts(address => lettersTo(address).map(({ text }) => text ?? '')),
    lettersTo,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}
