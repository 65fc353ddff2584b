/** Masks an address or a number so that only its owner recognises it: `j…@example.org`, `… 456`. */
export function maskRecipient(recipient: string): string {
  const at = recipient.lastIndexOf('@')
  if (at < 1) return `… ${recipient.slice(-3)}`
  return `${[...recipient][0]}…${recipient.slice(at)}`
}
