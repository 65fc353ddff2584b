import type { PageAddress } from '#contract/pages.ts'

/** One result of the palette. */
export interface Option {
  to: PageAddress | `tel:${string}`
  label: string
  /** What choosing it prepares; answers where it leads then. */
  prepare?: () => PageAddress
  note?: string
  photo?: { name: string; url: string | null }
}

/** Options under one heading. */
export interface Group {
  title: string
  options: Option[]
}
