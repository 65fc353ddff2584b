import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** A letter as it arrived, read by another program than the one that wrote it. */
export interface Arrived extends ParsedMail {
  /** As it came over the wire. */
  raw: string
}

/** What a mail server does other than taking everything. */
export interface Behaviour {
  /** Answers an address with this number instead of taking it. */
  refuse?: (address: string) => number | null
  /**
   * Called when a letter has arrived whole; what it answers decides: taken, refused with a number, or the
   * connection ends without a word.
   */
  onLetter?: (letter: Arrived) => Promise<'take' | 'cut' | number> | 'take' | 'cut' | number
}

export interface TestMailServer {
  url: string
  /** Everything that arrived, also where it was then cut. */
  letters: Arrived[]
  behave(behaviour: Behaviour): void
  /** Letters that arrived for an address. */
  to(address: string): Arrived[]
  close(): Promise<void>
}

/** As real servers do, it names the recipient. */
const no = (responseCode: number, address: string) =>
  Object.assign(new Error(`The test says no to <${address.toUpperCase()}>`), { responseCode })

/** A real SMTP server on this machine. */
export async function startMailServer(): Promise<TestMailServer> {
  const letters: Arrived[] = []
  let { refuse, onLetter }: Behaviour = {}
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo(address, _session, done) {
      const code = refuse?.(address.address) ?? null
      done(code === null ? null : no(code, address.address))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      const answer = async () => {
        const bytes = Buffer.concat(chunks)
        const letter = Object.assign(await simpleParser(bytes), { raw: bytes.toString('utf8') })
        letters.push(letter)
        const verdict = (await onLetter?.(letter)) ?? 'take'
        if (verdict === 'cut') cutAll()
        else done(verdict === 'take' ? null : no(verdict, session.envelope.rcptTo[0]?.address ?? ''))
      }
      stream.on('end', () => void answer())
    },
  })
  server.on('error', () => {})
  const sockets = new Set<Socket>()
  server.server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  /** Every connection ends at once, without a word. */
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    letters,
    behave: behaviour => void ({ refuse, onLetter } = { refuse: undefined, onLetter: undefined, ...behaviour }),
    to: address => letters.filter(({ to }) => [to ?? []].flat().some(({ value }) => value.some(one => one.address === address))),
    close: () => new Promise(resolve => server.close(resolve)),
  }
}
