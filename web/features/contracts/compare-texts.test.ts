import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareTexts, countChanges, collapseUnchanged } from './compare-texts.ts'

const joined = (passages: { kind: string; text: string }[], kind: string) =>
  passages
    .filter(passage => passage.kind === 'same' || passage.kind === kind)
    .map(({ text }) => text)
    .join('')

const words = fc.array(fc.oneof(fc.constantFrom('shall', 'will', 'not', '\n\n', ' ', '.', 'zoë', '§'), fc.string({ unit: 'grapheme' })), {
  maxLength: 30,
})

describe('comparing two texts', () => {
  it('loses and invents nothing', async () => {
    await fc.assert(
      fc.asyncProperty(words, words, async (one, other) => {
        const [before, after] = [one.join(' '), other.join(' ')]
        const passages = await compareTexts(before, after)
        expect([joined(passages, 'removed'), joined(passages, 'added')]).toEqual([before, after])
      }),
      { numRuns: 60 },
    )
  })

  it('names words, not letters', async () => {
    expect(await compareTexts('You shall pay within 14 days.', 'You will pay within 30 days.')).toEqual([
      { kind: 'same', text: 'You ' },
      { kind: 'removed', text: 'shall pay within 14' },
      { kind: 'added', text: 'will pay within 30' },
      { kind: 'same', text: ' days.' },
    ])
  })

  it('finds nothing between a text and itself', async () => {
    const passages = await compareTexts('One.\n\nTwo.', 'One.\n\nTwo.')
    expect(passages).toEqual([{ kind: 'same', text: 'One.\n\nTwo.' }])
    expect(countChanges(passages)).toEqual({ added: 0, removed: 0 })
  })

  it('leaves out what is far from any change', async () => {
    const lines = Array.from({ length: 20 }, (_, line) => `Line ${line}.`)
    const after = lines.with(10, 'Another line.')
    const short = collapseUnchanged(await compareTexts(lines.join('\n'), after.join('\n')))
    expect(short.filter(passage => passage === null)).toHaveLength(2)
    expect(short.map(passage => passage?.text ?? '…').join('')).toContain('Line 9.')
    expect(short.map(passage => passage?.text ?? '…').join('')).not.toContain('Line 3.')
  })
})
