import { expect, test } from 'vitest'
import { actAs } from './account.ts'

const rights = () => [process.geteuid?.(), process.getegid?.(), process.getgroups?.()]

test.runIf(process.getuid?.() === 0)('root acts with the rights of the account only, and has its own back after a failure', async () => {
  const before = rights()
  const account = { name: 'other', uid: 65534, gid: 65534 }
  const work = actAs(account, async () => {
    expect(rights()).toEqual([65534, 65534, [65534]])
    throw new Error('failed')
  })
  await expect(work).rejects.toThrow('failed')
  expect(rights()).toEqual(before)
})
