import type { DeliveryResult } from '../delivery-result.ts'

/** A text message as it goes to one person. */
export interface TextMessage {
  /** Our own id, the same however often it is handed over. */
  id: string
  /** E.164. */
  to: string
  text: string
  segments: number
}

/** What sends text messages. */
export interface Texts {
  send(message: TextMessage): Promise<DeliveryResult>
  /** Whether it has a message whose answer was lost, first handed over at that time: for those that would take the same id twice. Without it, the same id is simply sent again. */
  find?(message: TextMessage, since: Date): Promise<{ found: boolean } | Extract<DeliveryResult, { outcome: 'deferred' }>>
}

/** In milliseconds. */
export interface Patience {
  toConnect: number
  toAnswer: number
}
export const usual: Patience = { toConnect: 5000, toAnswer: 20_000 }

/** What another program answered or said went wrong, without the number, which stands in the message's own row and goes when its person does. */
export const withoutNumber = (words: string, to: string): string =>
  words.replaceAll(to, '(number)').replaceAll(to.slice(1), '(number)').slice(0, 500)
