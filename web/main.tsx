import '@fontsource-variable/figtree/index.css'
import './ui/tokens.css'
import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyAppearance } from './lib/appearance.ts'
import { queryClient } from './lib/query-client.ts'
import { refreshSession } from './lib/refresh-session.ts'
import { onRolesChanged } from './lib/session.ts'
import { router } from './router/router.tsx'

applyAppearance()

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
onRolesChanged(() => void refreshSession())
void refreshSession()
