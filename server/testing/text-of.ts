/** Values as one text in which a test looks for a secret; bytes as text, in hexadecimal and in base64url. */
export const textOf = (values: unknown): string =>
  JSON.stringify(values, function (this: Record<string, unknown>, key: string, value: unknown) {
    // `value` is what Buffer.toJSON made of the bytes.
    const given = this[key]
    return Buffer.isBuffer(given) ? (['utf8', 'hex', 'base64url'] as const).map(encoding => given.toString(encoding)) : value
  })
