import { defineCalls } from './call.ts'

export const reassigningCalls = defineCalls({})
