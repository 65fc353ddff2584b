import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

// What Mantine's components wear: tokens.css, nothing of their own. Its default dimmed, placeholder, anchor and light-variant colours fail WCAG AA.

const accent: MantineColorsTuple = [
  '#eef6f1',
  '#dcebe2',
  '#bddccd',
  '#a5e0cf',
  '#74cdb7',
  '#4fae98',
  '#2f8f7b',
  '#187564',
  '#0d6658',
  '#084c41',
]

export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  fontFamily: 'var(--face)',
  headings: { fontFamily: 'var(--face)', fontWeight: '680' },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1.0625rem', lg: '1.25rem', xl: '1.5rem' },
  lineHeights: { md: '1.55' },
  radius: { xs: '0.375rem', sm: '0.5rem', md: '0.875rem', lg: '1.375rem', xl: '2rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Input: { defaultProps: { size: 'md' } },
    InputWrapper: { defaultProps: { size: 'md' } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
  },
})

const variables = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-anchor': 'var(--accent-ink)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--accent-soft)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--ink-soft)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-strong)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent-ink)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent-strong)',
  '--mantine-color-accent-light': 'var(--accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--accent-soft)',
  '--mantine-color-accent-light-color': 'var(--accent-ink)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: variables, dark: variables })
