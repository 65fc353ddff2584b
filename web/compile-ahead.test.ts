import { expect, test } from 'vitest'
import { compileAhead } from './compile-ahead.ts'

test('puts the hint at the top of every script, and into nothing else', () => {
  const { generateBundle } = compileAhead() as unknown as { generateBundle: { handler(options: object, bundle: object): void } }
  const bundle = { 'a.js': { type: 'chunk', code: 'const a = 1' }, 'a.css': { type: 'asset', source: 'a{}' } }
  generateBundle.handler({}, bundle)
  expect(bundle['a.js'].code).toBe('//# allFunctionsCalledOnLoad\nconst a = 1')
  expect(bundle['a.css']).toEqual({ type: 'asset', source: 'a{}' })
})
