import { createHmac } from 'node:crypto'

/** How a secret is written for whoever checks signatures (Standard Webhooks). */
export const writeSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`

/** The headers of one try, as Standard Webhooks (standardwebhooks.com) has them: signed with each of these secrets, so that either is enough for whoever checks. `at`: of this try. */
export function signedHeaders(id: string, at: Date, body: string, secrets: readonly Buffer[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: Buffer) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(sign).join(' ') }
}
