import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { DeliveryResult } from '../delivery-result.ts'

/** A letter as it goes to one person. Names and the subject may hold anything: they are encoded, and no line of theirs begins a header. */
export interface Mail {
  /** The same for the same message however often it is handed over, so that a recipient's mail program recognises duplicates. */
  messageId: string
  from: { name: string; address: string }
  to: { name: string; address: string }
  date: Date
  subject: string
  text: string
  html: string
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string } | undefined
}

/** What sends letters. */
export interface Post {
  send(mail: Mail): Promise<DeliveryResult>
}

/** In milliseconds. The last is how long a mail server may look at what it was given before it answers: some search it for viruses. */
interface Patience {
  toConnect: number
  toAnswer: number
}
const usual: Patience = { toConnect: 8000, toAnswer: 60_000 }

/**
 * Hands letters to one mail server, each over a connection of its own, so that none waits behind another that hangs. `smtp:` upgrades to TLS where the server offers it, and insists on
 * that where there is a password to protect from others' eyes; `smtps:` speaks TLS from the start.
 */
export function openPost(url: string, { toConnect, toAnswer }: Patience = usual): Post {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const user = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null
  const requireTLS = !secure && user !== null && !/^(localhost|127\.[\d.]+|::1)$/.test(host)
  const options = {
    host,
    secure,
    requireTLS,
    ...(port && { port: Number(port) }),
    connectionTimeout: toConnect,
    greetingTimeout: toConnect,
    dnsTimeout: toConnect,
    socketTimeout: toAnswer,
  }
  return { send: mail => handOver(new SMTPConnection(options), user, mail) }
}

interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
}

async function handOver(connection: SMTPConnection, user: { user: string; pass: string } | null, mail: Mail): Promise<DeliveryResult> {
  const { envelope, content } = await compose(mail)
  // Read only once the server has accepted the addresses and asked for it.
  let handedOver = false
  const stream = new Readable({
    read() {
      handedOver = true
      this.push(content)
      this.push(null)
    },
  })
  try {
    const answer = await new Promise<string>((resolve, reject) => {
      connection.on('error', reject)
      // A connection that ends without a word ends whatever waits for it.
      connection.on('end', () => reject(new Error('The connection ended.')))
      const send = () => connection.send(envelope, stream, (error, info) => (error ? reject(error) : resolve(info?.response ?? '')))
      connection.connect(error => {
        if (error) reject(error)
        else if (user) connection.login({ credentials: user }, wrong => (wrong ? reject(wrong) : send()))
        else send()
      })
    })
    connection.quit()
    return { outcome: 'sent', answer }
  } catch (error) {
    connection.close()
    return explain(error as SmtpError, handedOver)
  } finally {
    stream.destroy()
  }
}

function explain({ message, code, command, responseCode = 0 }: SmtpError, handedOver: boolean): DeliveryResult {
  const answer = message.slice(0, 500)
  if (handedOver && responseCode === 0) return { outcome: 'unknown', answer, providerDown: code === 'ETIMEDOUT' }
  const aboutThis = command === 'RCPT TO' || command === 'DATA' || (code === 'EENVELOPE' && command === 'API')
  if (aboutThis && (responseCode >= 500 || command === 'API')) return { outcome: 'refused', answer }
  return { outcome: 'deferred', answer, providerDown: !aboutThis }
}

async function compose({ messageId, from, to, date, subject, text, html, calendar }: Mail) {
  const node = new MailComposer({
    messageId,
    from,
    to,
    date,
    subject,
    text,
    html,
    ...(calendar && { icalEvent: { method: calendar.method, filename: 'appointment.ics', content: calendar.content } }),
    // Prevents automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    // Content is never read from a file or URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  return { envelope: { from: from.address, to: [to.address] }, content: await node.build() }
}
