/**
 * The library for passkeys, read when one is first made or used: with its certificates and encodings it takes a tenth
 * of the server's code.
 */
export async function openLibrary() {
  const [library, helpers] = await Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')])
  return { ...library, ...helpers }
}
