import { isRefusal } from '../../lib/refusal.ts'

/**
 * Opens the dialog that asks the person to prove who they are; false where they closed it. Null where
 * no page shows it.
 */
let ask: (() => Promise<boolean>) | null = null

/** Only for the dialog. Returns a function that takes it away again. */
export function provideConfirmation(open: () => Promise<boolean>): () => void {
  ask = open
  return () => {
    if (ask === open) ask = null
  }
}

/**
 * Sends a request that needs a recent sign-in. If the server refuses it for that (403 `log_in_again`),
 * a dialog asks the person to prove who they are and the request is sent once more, so that nothing
 * they typed is lost. The page renders `ConfirmSession`.
 */
export async function withRecentSignIn<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request()
  } catch (error) {
    if (!isRefusal(error, 'log_in_again') || !ask || !(await ask())) throw error
    return request()
  }
}
