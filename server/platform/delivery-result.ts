/** Outcome of one delivery attempt. `answer` is the provider's own sentence, or the error. */
export type DeliveryResult =
  | { outcome: 'sent'; answer: string }
  /** For good: the address or the message is not accepted. */
  | { outcome: 'refused'; answer: string }
  /** Not accepted now. `providerDown`: nor would any other message be. */
  | { outcome: 'deferred'; answer: string; providerDown: boolean }
  /**
   * Handed over, but the provider's answer was lost. `providerDown`: there was none within the time limit,
   * so others would wait in vain.
   */
  | { outcome: 'unknown'; answer: string; providerDown: boolean }
