import { send } from './client.ts'
import { ownNumber } from './own-number.ts'
import { logIn } from './people.ts'

/** A support type that no other journey uses, free of charge and without approval; times last so many minutes. */
export async function addSupportType(url: string, slotMinutes: number): Promise<{ id: string; name: string }> {
  const { token } = await logIn(url, 'administrator')
  const name = `Offer ${ownNumber()}`
  const fields = {
    name,
    description: '',
    colour: '#2f6f4f',
    slot_minutes: slotMinutes,
    price: { amount: 0, currency: 'GBP' },
    needs_approval: false,
  }
  const { body } = await send(url, 'POST', '/api/support-types', { token, body: fields })
  if (!body.id) throw new Error(JSON.stringify(body))
  return { id: body.id, name }
}
