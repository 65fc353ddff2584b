import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressed } from './compress.ts'

/** What a build with these scripts emits in addition. */
async function compressAll(scripts: Record<string, string>): Promise<Record<string, Buffer>> {
  const { generateBundle } = compressed() as unknown as { generateBundle: { handler(options: object, bundle: object): Promise<void> } }
  const emitted: Record<string, Buffer> = {}
  const context = { emitFile: ({ fileName, source }: { fileName: string; source: Buffer }) => void (emitted[fileName] = source) }
  const bundle = Object.entries(scripts).map(([fileName, source]) => [fileName, { type: 'asset', fileName, source }])
  await generateBundle.handler.call(context, {}, Object.fromEntries(bundle))
  return emitted
}

/** Long and varied enough that the qualities differ. */
const script = (word: string) => Array.from({ length: 800 }, (_, line) => `const ${word}${line} = ${(line * 7919) % 1009}`).join('\n')

test('compresses a copy for another language as well as its original where they are equal', async () => {
  const emitted = await compressAll({
    'assets/de/a.js': script('same'),
    'assets/a.js': script('same'),
    'assets/b.js': script('own'),
    'assets/de/b.js': script('other'),
  })
  expect(emitted['assets/de/a.js.br']).toEqual(emitted['assets/a.js.br'])
  expect(emitted['assets/de/b.js.br']?.length).toBeGreaterThan(emitted['assets/b.js.br']?.length ?? 0)
})

test('compresses content of every size without loss, in a window that is no larger than needed', async () => {
  const scripts = Object.fromEntries(
    [0, 1, 20, 1000, 1_050_000].map(length => [`assets/${length}.js`, 'text '.repeat(length).slice(0, length)]),
  )
  const emitted = await compressAll(scripts)
  for (const [name, content] of Object.entries(scripts)) {
    expect(brotliDecompressSync(emitted[`${name}.br`] as Buffer).toString() === content).toBe(true)
    expect(gunzipSync(emitted[`${name}.gz`] as Buffer).toString() === content).toBe(true)
  }
  // RFC 7932, section 9.1: a stream begins with the bits of its window; these are 10 and 22.
  expect((emitted['assets/1000.js.br']?.[0] ?? 0) & 0x7f).toBe(0b0100001)
  expect((emitted['assets/1050000.js.br']?.[0] ?? 0) & 0x0f).toBe(0b1001)
})
