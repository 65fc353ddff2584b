import { isColour } from '#domain/branding/colour.ts'
import type { OfferedSupportType } from '#contract/support-types.ts'
import { t } from '../../lib/messages.ts'
import { parseAmount, amountInputValue } from '../../lib/amount-input.ts'

/** Values of the support type form. Names match the API's fields, so that the server's errors find them. */
export type SupportTypeValues = {
  name: string
  description: string
  colour: string
  slot_minutes: string
  /** Empty: no longer times. */
  interpreted_minutes: string
  price: string
  needs_approval: boolean
  confidential: boolean
}

/** A new support type: 45 minutes, free of charge. */
export const emptySupportType: SupportTypeValues = {
  name: '',
  description: '',
  colour: '#2f7d6d',
  slot_minutes: '45',
  interpreted_minutes: '',
  price: '0',
  needs_approval: false,
  confidential: false,
}

/** The form's values of a support type: minutes as text, the price in its currency's unit. */
export const valuesOf = ({
  name,
  description,
  colour,
  slot_minutes,
  interpreted_minutes,
  price,
  needs_approval,
  confidential,
}: OfferedSupportType): SupportTypeValues => ({
  name,
  description,
  colour,
  slot_minutes: String(slot_minutes),
  interpreted_minutes: interpreted_minutes === null ? '' : String(interpreted_minutes),
  price: amountInputValue(price),
  needs_approval,
  confidential,
})

/** Error texts by field. */
export const checkSupportType = (values: SupportTypeValues, currency: string) => ({
  name: values.name.trim() ? undefined : t('offering.missing'),
  colour: isColour(values.colour) ? undefined : t('supportTypeForm.colourBad'),
  slot_minutes: isMinutes(values.slot_minutes) ? undefined : t('supportTypeForm.minutesBad'),
  interpreted_minutes: interpretedProblem(values),
  price:
    parseAmount(values.price, currency) === null
      ? t('supportTypeForm.priceBad', { example: amountInputValue({ amount: 1250, currency }) })
      : undefined,
})

function interpretedProblem({ slot_minutes, interpreted_minutes }: SupportTypeValues): string | undefined {
  if (interpreted_minutes.trim() === '') return undefined
  if (!isMinutes(interpreted_minutes)) return t('supportTypeForm.minutesBad')
  return Number(interpreted_minutes) > Number(slot_minutes) ? undefined : t('supportTypeForm.interpretedShort')
}

const isMinutes = (text: string) => /^\d+$/.test(text.trim()) && Number(text) >= 5 && Number(text) <= 480

/** The request body. */
export const bodyOf = (values: SupportTypeValues, currency: string) => ({
  name: values.name,
  description: values.description,
  colour: values.colour.trim(),
  slot_minutes: Number(values.slot_minutes),
  interpreted_minutes: values.interpreted_minutes.trim() === '' ? null : Number(values.interpreted_minutes),
  price: { amount: parseAmount(values.price, currency) ?? 0, currency },
  needs_approval: values.needs_approval,
  confidential: values.confidential,
})
