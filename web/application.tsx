import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { queryClient } from './lib/query-client.ts'
import type { makeRouter } from './router/router.tsx'

/** The application, in the browser and on the server. */
export const Application = ({ router }: { router: ReturnType<typeof makeRouter> }) => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>
)
