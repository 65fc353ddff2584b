import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import { t } from '../lib/messages.ts'

// What Mantine's components wear: tokens.css, nothing of their own. Its default dimmed, placeholder, anchor and light-variant colours fail WCAG AA.

// Where Mantine mixes colours itself it needs them as such: the tones of tokens.css again.
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
const gray: MantineColorsTuple = [
  '#f6f1e6',
  '#ece5d5',
  '#e3dac6',
  '#ddd4c0',
  '#857d6a',
  '#6b6657',
  '#4a5653',
  '#3a4643',
  '#2a3634',
  '#1b2928',
]
const dark: MantineColorsTuple = [
  '#efe9dc',
  '#d3d0c5',
  '#b4bbb4',
  '#9aa39d',
  '#7d8984',
  '#33403d',
  '#232d2b',
  '#141a19',
  '#0f1413',
  '#0b0f0e',
]

const calendar = {
  defaultProps: {
    firstDayOfWeek: 1,
    // No red weekends, no days of other months.
    weekendDays: [],
    hideOutsideDates: true,
    ariaLabels: {
      monthLevelControl: t('ui.chooseMonth'),
      yearLevelControl: t('ui.chooseYear'),
      nextMonth: t('ui.nextMonth'),
      previousMonth: t('ui.previousMonth'),
      nextYear: t('ui.nextYear'),
      previousYear: t('ui.previousYear'),
      nextDecade: t('ui.nextDecade'),
      previousDecade: t('ui.previousDecade'),
    },
  },
}
// As a dialog it would have no name, and in a portal it would lie outside the page's landmarks.
const calendarInput = { defaultProps: { ...calendar.defaultProps, popoverProps: { withRoles: false, withinPortal: false } } }

export const theme = createTheme({
  colors: { accent, gray, dark },
  white: '#fffefb',
  black: '#1b2928',
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
    Input: {
      defaultProps: { size: 'md' },
      // As high as ui/fields.tsx, so that both can stand in one form.
      vars: (_theme: unknown, { size }: { size?: string }) => ({ wrapper: size === 'md' ? { '--input-height': '3rem' } : {} }),
    },
    InputWrapper: { defaultProps: { size: 'md' } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    DatePicker: calendar,
    DatePickerInput: calendarInput,
    DateInput: calendarInput,
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
