import { Suspense, useEffect } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { Booking } from '../features/booking/booking.tsx'
import { BookingIntro } from '../features/booking/booking.tsx'
import { useChoice } from '../features/booking/choice.ts'
import { t } from '../lib/messages.ts'
import { useLoginBack } from '../lib/turned-away.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { TextSkeleton } from '../ui/skeletons.tsx'

const loadSignIn = async () => ({ default: (await import('../features/sessions/sign-in.tsx')).SignIn })
const SignIn = lazyPart(loadSignIn)
const Booked = lazyPart(() => import('./booking-booked.tsx'))
const Moving = lazyPart(() => import('./booking-moving.tsx'))

/** The booking page. The query holds the whole choice. */
export default function BookingPage() {
  const [choice, change] = useChoice()
  const loginBack = useLoginBack()
  const isTimeNext = choice.date !== undefined
  // Before it is needed: the last step must not depend on the connection.
  useEffect(() => {
    if (isTimeNext) void loadSignIn().catch(() => {})
  }, [isTimeNext])
  const props = { choice, change, signIn: SignIn }
  if (choice.appointment || choice.move) {
    return (
      <Suspense fallback={<TextSkeleton />}>
        {choice.appointment ? <Booked {...props} id={choice.appointment} /> : <Moving {...props} id={choice.move ?? ''} />}
      </Suspense>
    )
  }
  return (
    <Page title={t('booking.title')} lead={<BookingIntro choice={choice} />}>
      {loginBack && (
        <Notice>
          <p>{t('booking.logInFirst')}</p>
          <p>
            <ButtonLink to={loginBack}>{t('frame.logIn')}</ButtonLink>
          </p>
        </Notice>
      )}
      <Booking {...props} />
    </Page>
  )
}
