import type { Appointment } from '#contract/appointments.ts'
import { t } from '../../lib/messages.ts'
import { formatMoney } from '../../lib/money.ts'

type Money = Appointment['price']

/** An appointment's price and payment, and the support type that it moves to, with its price. */
export interface PriceOfMove {
  from: { support_type: { id: string }; price: Money; payment_status: Appointment['payment']['status'] }
  to: { support_type: { id: string }; price: Money }
}

/** Whether staff's move changes the price: `move_appointment` (SQL). `kept`: only a recorded payment prevents it. */
export function comparePrices({ from, to }: PriceOfMove): 'same' | 'changed' | 'kept' {
  const isSame = from.price.amount === to.price.amount && from.price.currency === to.price.currency
  if (from.support_type.id === to.support_type.id || isSame) return 'same'
  return from.payment_status === 'unpaid' ? 'changed' : 'kept'
}

/** Why the price stays the same in another support type; nothing otherwise. */
export function KeptPrice(move: PriceOfMove) {
  if (comparePrices(move) !== 'kept') return null
  const { price, payment_status } = move.from
  return <p>{t('moveAppointment.keepsPrice', { price: formatMoney(price), status: t(`payment.${payment_status}`) })}</p>
}

/** The price before and after; nothing where it stays the same. */
export function ChangedPrice(move: PriceOfMove) {
  if (comparePrices(move) !== 'changed') return null
  return <p>{t('moveAppointment.changesPrice', { from: formatMoney(move.from.price), to: formatMoney(move.to.price) })}</p>
}
