import { expect, it } from 'vitest'
import { totpCode, findTimeStep, timeStepAt, encodeSecret } from './check-totp.ts'

const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B: the last six of its eight digits.
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %d shows %s', (seconds, code) => expect(totpCode(secret, timeStepAt(new Date(seconds * 1000)))).toBe(code))

it('takes the code before and after, and none further away', () => {
  const now = new Date('2026-11-20T09:00:10Z')
  const found = [-2, -1, 0, 1, 2].map(away => findTimeStep(secret, totpCode(secret, timeStepAt(now) + away), now))
  expect(found).toEqual([null, timeStepAt(now) - 1, timeStepAt(now), timeStepAt(now) + 1, null])
})

it('writes the secret as apps read it', () => expect(encodeSecret(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'))
