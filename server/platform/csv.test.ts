import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

/** How a reader that follows RFC 4180 parses one line. */
function readLine(line: string): string[] {
  expect(line.endsWith('\r\n')).toBe(true)
  return [...line.slice(0, -2).matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(match => match[1]!.replaceAll('""', '"'))
}

test.each([
  ['=1+1', "'=1+1"],
  ['+44 7700 900001', "'+44 7700 900001"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\rcmd', "'\rcmd"],
  ['\nnext', "'\nnext"],
  ['  =HYPERLINK("http://x")', `'  =HYPERLINK("http://x")`],
  ['＝1', "'＝1"],
  ['a=1', 'a=1'],
  ['', ''],
  ['She said "no", twice\nand left', 'She said "no", twice\nand left'],
])('%j is read as %j', (text, read) => {
  expect(readLine(csvLine([text]))).toEqual([read])
})

test('reads back every written cell, and no cell begins a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('=cmd|x', '"', '",', '\r\n', '-')), { minLength: 1 }), cells => {
      const read = readLine(csvLine(cells))
      expect(read.map(text => text.replace(/^'/, ''))).toEqual(cells.map(text => text.replace(/^'/, '')))
      expect(read.filter(text => /^[=+\-@\t\r]/.test(text))).toEqual([])
    }),
  )
})
