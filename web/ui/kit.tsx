import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIsDark } from '../lib/appearance.ts'
import { styleNonce } from '../lib/nonce.ts'
import './styles.ts'
import { cssVariablesResolver, theme } from './theme.ts'

/** Mantine for the staff areas, where its date inputs, comboboxes and week view are worth their weight. Public pages never load it. */
export function Kit({ children }: { children: ReactNode }) {
  const dark = useIsDark()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={styleNonce}
      forceColorScheme={dark ? 'dark' : 'light'}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
