import path from 'node:path'

/** The URL of another of the server's programs, in the source and in the build. */
export const entryPoint = (name: string): URL => new URL(`${name}${path.extname(import.meta.url)}`, import.meta.url)
