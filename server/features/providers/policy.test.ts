import { expect, test } from 'vitest'
import { mapRoles, readIdentityClaims } from './policy.ts'

const proofs = { email_proof: 'email_verified', phone_proof: 'phone_number_verified' }
const read = (claims: Record<string, unknown>) => readIdentityClaims([claims], proofs)

test.each([
  ['+447700900123', '+447700900123'],
  ['+49 (30) 901820', '+4930901820'],
  ['07700 900123', null], // of which country?
  ['030 901820', null],
])('reads the phone number %j as %j', (phone_number, phone) => {
  expect(read({ phone_number, phone_number_verified: true }).phone).toBe(phone)
})

test('takes no address that the provider has not confirmed, nor one that another document confirms', () => {
  const claims = { email: 'ada@example.org', phone_number: '+447700900123' }
  expect(read(claims)).toMatchObject({ email: null, phone: null })
  const confirmation = { email_verified: true, phone_number_verified: true }
  expect(readIdentityClaims([claims, confirmation], proofs)).toMatchObject({ email: null, phone: null })
})

test.each(['victi\u{212A}@example.org', 'a@example.org,b@example.org', 'Ada <ada@example.org>', 'a@exa mple.org'])(
  'takes the address %j for no other person’s address, and for no address at all',
  email => {
    expect(read({ email, email_verified: true }).email).toBeNull()
  },
)

test('reads a confirmed address in lower case', () => {
  expect(read({ email: ' Ada@Example.org', email_verified: true }).email).toBe('ada@example.org')
})

const elsewhere = { _claim_names: { groups: 'src1' } }
test.each<[string, string, Record<string, unknown>[], string[] | null]>([
  ['a claim that is only named', 'groups', [elsewhere], null],
  ['a part of one', 'groups.all', [elsewhere], null],
  ['a claim that another document has', 'groups', [elsewhere, { groups: ['a'] }], ['role']],
  ['a malformed list of names', 'groups', [{ _claim_names: 'groups' }, { _claim_names: null }], []],
])('maps %s', (_what, claim, documents, roles) => {
  expect(mapRoles(documents, [{ claim, value: 'a', role_id: 'role' }])).toEqual(roles)
})
