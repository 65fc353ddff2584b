import { defineCalls } from './call.ts'

export const absenceCalls = defineCalls({})
