import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Application } from './application.tsx'
import { afterPaint } from './lib/after-paint.ts'
import { applyAppearance } from './lib/appearance.ts'
import { loadInitialData } from './lib/initial-data.ts'
import { refreshSession } from './lib/refresh-session.ts'
import { deferUpdatesWhilePressed } from './lib/defer-updates.ts'
import { onRolesChanged, session } from './lib/session.ts'
import { connectSession, makeRouter } from './router/router.tsx'

applyAppearance()
deferUpdatesWhilePressed()

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')

const router = makeRouter()
connectSession(router)

loadInitialData()
// Rendered by the server for a visitor.
if (place.dataset.drawn !== undefined && !session()) {
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
// What the page shows is requested first.
afterPaint(() => void refreshSession())
