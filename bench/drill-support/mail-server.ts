import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Arrival } from '../../e2e/support/sms-gateway.ts'

/**
 * `refuse`: refuses all mail for now; `hang`: accepts connections and stays silent; `cut`: accepts the mail and
 * closes the connection.
 */
export type MailMode = 'take' | 'refuse' | 'hang' | 'cut'

export interface MailServer {
  settings: Record<string, string>
  /** What came into mailboxes, by Message-ID: what a mail program shows once. */
  arrived: Map<string, Arrival>
  mode: MailMode
  /** Stops listening. */
  leave(): Promise<void>
  /** At the same place again. */
  comeBack(): Promise<void>
}

/** A mail server that breaks as it is told. */
export async function openMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  /** Its connections, or some of them, end at once, without a word. */
  const cut = (which: (socket: Socket) => boolean = () => true) => {
    for (const socket of [...sockets].filter(which)) socket.destroy()
  }
  let server = make()
  let port = 0
  const listen = async () => {
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    port = (server.server.address() as AddressInfo).port
  }
  function make() {
    const made = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      closeTimeout: 50,
      onConnect(_session, done) {
        if (mail.mode === 'refuse') done(Object.assign(new Error('Not now'), { responseCode: 421 }))
        else if (mail.mode !== 'hang') done()
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const id = /^message-id: <(.+)>/im.exec(text)?.[1] ?? ''
          const to = session.envelope.rcptTo[0]?.address ?? ''
          const known = mail.arrived.get(id)
          if (known) known.times += 1
          else mail.arrived.set(id, { id, to, text, at: Date.now(), times: 1 })
          if (mail.mode === 'cut') cut(({ remotePort }) => remotePort === session.remotePort)
          else done()
        })
      },
    })
    made.on('error', () => {})
    made.server.on('connection', socket => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    return made
  }
  const mail: MailServer = {
    settings: {},
    arrived: new Map(),
    mode: 'take',
    async leave() {
      cut()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
    async comeBack() {
      server = make()
      await listen()
    },
  }
  await listen()
  mail.settings = { OPENHOUR_SMTP_URL: `smtp://127.0.0.1:${port}`, OPENHOUR_MAIL_FROM: 'desk@drill.example' }
  return mail
}
