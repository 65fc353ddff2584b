import { defineCalls } from './call.ts'

export const roleCalls = defineCalls({})
