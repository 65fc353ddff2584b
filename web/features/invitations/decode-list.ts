/**
 * The text of a list of people. Spreadsheet programs also write it as Windows-1252, in which most accented letters are
 * no valid UTF-8; or as UTF-16 with its mark.
 */
export function decodeList(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
