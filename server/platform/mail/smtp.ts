import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { DeliveryResult } from '../delivery-result.ts'

/**
 * An e-mail to one person. Names and the subject may contain anything: they are encoded and cannot inject
 * headers.
 */
export interface Mail {
  /** The same in every attempt, so that mail programs recognise duplicates. */
  messageId: string
  from: { name: string; address: string }
  to: { name: string; address: string }
  date: Date
  subject: string
  text: string
  html: string
  /** A PNG that the HTML shows as `cid:logo`. */
  logo?: Buffer | undefined
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string } | undefined
}

/** Sends e-mails. */
export interface Mailer {
  send(mail: Mail): Promise<DeliveryResult>
}

/** In milliseconds. `answerMs` includes the mail server's checks of the message, such as a virus scan. */
interface ConnectionTimeouts {
  connectMs: number
  answerMs: number
}
const defaultTimeouts: ConnectionTimeouts = { connectMs: 8000, answerMs: 60_000 }

/**
 * Delivers to one mail server, with a connection per e-mail, so that a slow one delays no other. `smtp:`
 * upgrades to TLS if the server supports it, and requires it if there is a password; `smtps:` uses TLS
 * from the start.
 */
export function openMailer(url: string, { connectMs, answerMs }: ConnectionTimeouts = defaultTimeouts): Mailer {
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
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: answerMs,
  }
  return { send: mail => changeOwner(new SMTPConnection(options), user, mail) }
}

interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
}

async function changeOwner(connection: SMTPConnection, user: { user: string; pass: string } | null, mail: Mail): Promise<DeliveryResult> {
  const { envelope, content } = await compose(mail)
  // Read only after the server has accepted the addresses and requested the content.
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
      // A connection that closes without a response fails the pending commands.
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
    return explainFailure(error as SmtpError, handedOver, mail.to.address)
  } finally {
    stream.destroy()
  }
}

function explainFailure({ message, code, command, responseCode = 0 }: SmtpError, handedOver: boolean, to: string): DeliveryResult {
  const answer = withoutAddress(message, to).slice(0, 500)
  if (handedOver && responseCode === 0) return { outcome: 'unknown', answer, providerDown: code === 'ETIMEDOUT' }
  const aboutThis = command === 'RCPT TO' || command === 'DATA' || (code === 'EENVELOPE' && command === 'API')
  if (aboutThis && (responseCode >= 500 || command === 'API')) return { outcome: 'refused', answer }
  return { outcome: 'deferred', answer, providerDown: !aboutThis }
}

/** Mail servers repeat the recipient, who would stay in what is kept of the attempt. */
const withoutAddress = (words: string, to: string): string =>
  words.replaceAll(new RegExp(to.replaceAll(/[^\w@]/g, String.raw`\$&`), 'gi'), '(address)')

async function compose({ messageId, from, to, date, subject, text, html, logo, calendar }: Mail) {
  const node = new MailComposer({
    messageId,
    from,
    to,
    date,
    subject,
    text,
    html,
    ...(logo && {
      attachments: [{ cid: 'logo', filename: 'logo.png', contentType: 'image/png', contentDisposition: 'inline' as const, content: logo }],
    }),
    ...(calendar && { icalEvent: { method: calendar.method, filename: 'appointment.ics', content: calendar.content } }),
    // Prevents automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    // Content is never read from a file or URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  return { envelope: { from: from.address, to: [to.address] }, content: await node.build() }
}
