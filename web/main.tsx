import '@fontsource-variable/figtree/index.css'
import './ui/tokens.css'
import './ui/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Application } from './application.tsx'
import { applyAppearance } from './lib/appearance.ts'
import { takeFirstAnswers } from './lib/first-answers.ts'
import { refreshSession } from './lib/refresh-session.ts'
import { holdAnswersWhilePressed } from './lib/press-hold.ts'
import { onRolesChanged, session } from './lib/session.ts'
import { followSession, makeRouter } from './router/router.tsx'

applyAppearance()
holdAnswersWhilePressed()

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')

const router = makeRouter()
followSession(router)

if (takeFirstAnswers() && !session()) {
  // The server has drawn what a visitor sees: it stays, and comes alive.
  void router.load().then(() => {
    hydrateRoot(place, <Application router={router} />)
    delete place.dataset.drawn
    const pressed = place.querySelector<HTMLElement>('[data-pressed]')
    pressed?.removeAttribute('data-pressed')
    pressed?.click()
  })
} else {
  place.replaceChildren()
  createRoot(place).render(<Application router={router} />)
}
delete document.documentElement.dataset.known

onRolesChanged(() => void refreshSession())
void refreshSession()
