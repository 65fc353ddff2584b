import type { Scope } from './scope.ts'
import { say, type TextId } from './text.ts'

type DoneText = TextId extends infer Id ? (Id extends `done.${infer Name}` ? Name : never) : never

/** A confirmation without data, in the caller's language. */
export const done = ({ language }: Scope, text: DoneText): { message: string } => ({ message: say(language, `done.${text}`) })
