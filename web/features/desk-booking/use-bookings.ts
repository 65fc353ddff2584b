import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ownParams, type Params, useSearchParams } from '../../lib/search-params.ts'
import { beginsBooking, type Move } from './begins-booking.ts'

/**
 * The bookings that follow each other on the page, such as after "New booking" for the next caller. `number` counts
 * them. `begins`: whether a navigation leads to another one. `keep`: told of each address that the form itself
 * navigates to.
 */
export function useBookings() {
  const [params] = useSearchParams<'book'>()
  const { history } = useRouter()
  const [number, setNumber] = useState(0)
  const shown = useRef<Params>(params)
  const chosen = useRef<Params>(params)
  const lastMove = useRef<Move>('PUSH')
  useEffect(() => history.subscribe(({ action }) => void (lastMove.current = action.type)), [history])
  const begins = (next: Params, move: Move) => beginsBooking({ from: shown.current, to: ownParams(next), chosen: chosen.current, move })
  // Before the page is painted: the text for one client never stands next to the name of another.
  useLayoutEffect(() => {
    if (beginsBooking({ from: shown.current, to: params, chosen: chosen.current, move: lastMove.current })) setNumber(before => before + 1)
    shown.current = params
  }, [params])
  return { number, begins, keep: (address: Params) => void (chosen.current = address) }
}

/** What `BookingSteps` needs of them. */
export type Bookings = Pick<ReturnType<typeof useBookings>, 'begins' | 'keep'>
