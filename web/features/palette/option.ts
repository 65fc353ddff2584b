import type { PageAddress } from '#contract/pages.ts'

/** One result of the palette. */
export interface Option {
  to: PageAddress | `tel:${string}`
  label: string
  note?: string
  photo?: { name: string; url: string | null }
}

export interface Group {
  title: string
  options: Option[]
}
