/** What people receive: a mailbox or a phone of a test. */
export interface Inbox {
  /** What the product is started with. */
  settings: Record<string, string>
  /** The newest code to an address or number; null before there is one. */
  codeFor(address: string): string | null
  /** The link of the newest invitation; null before there is one. */
  linkFor(address: string): string | null
  close(): Promise<void>
}

/**
 * Finds codes and links in the messages to an address, oldest first. Other messages may arrive between them.
 */
export function findInTexts(textsTo: (address: string) => readonly string[]): Pick<Inbox, 'codeFor' | 'linkFor'> {
  const newestMatch = (address: string, pattern: RegExp) =>
    textsTo(address)
      .map(text => pattern.exec(text))
      .findLast(match => match !== null)
  return {
    codeFor: address => newestMatch(address, /your code is (\d{6})/i)?.[1] ?? null,
    linkFor: address => newestMatch(address, /http\S+\/invitation#[\w-]{43}/)?.[0] ?? null,
  }
}
