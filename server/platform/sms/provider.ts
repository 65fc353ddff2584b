import type { DeliveryResult } from '../delivery-result.ts'

/** A text message to one person. */
export interface TextMessage {
  /** Our id, the same in every attempt. */
  id: string
  /** E.164. */
  to: string
  text: string
  segments: number
}

/** Sends text messages. */
export interface SmsProvider {
  send(message: TextMessage): Promise<DeliveryResult>
  /**
   * Whether the provider has a message whose response was lost, first sent at `since`. Only for providers
   * that do not deduplicate by id; others simply get the message again.
   */
  find?(message: TextMessage, since: Date): Promise<{ found: boolean } | Extract<DeliveryResult, { outcome: 'deferred' }>>
}

/** In milliseconds. */
export interface ConnectionTimeouts {
  connectMs: number
  answerMs: number
}
/** Gateways may take seconds to accept a message. */
export const defaultTimeouts: ConnectionTimeouts = { connectMs: 5000, answerMs: 20_000 }

/**
 * Shortens a provider's response or error and removes the number. The message's own row contains the
 * number, which is deleted with its person.
 */
export const withoutNumber = (words: string, to: string): string =>
  words.replaceAll(to, '(number)').replaceAll(to.slice(1), '(number)').slice(0, 500)
