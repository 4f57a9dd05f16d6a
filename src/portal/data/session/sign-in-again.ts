import { createQuestion } from './question.ts'
import { redirectToSignIn } from './sign-in-redirect.ts'

/** Whether the same person signs in over the page. Not asked where nothing on the page would be lost. */
export const SIGN_IN = createQuestion()

/**
 * After the session has ended: the person signs in over the page if it holds what they typed, else the sign-in page
 * opens. `code` is that of the error. Returns whether the same person is signed in again, so that the request can be
 * sent once more.
 */
export async function signInAgain(code: string): Promise<boolean> {
  const signedIn = SIGN_IN.ask()
  if (!signedIn) redirectToSignIn(code)
  return signedIn ?? false
}
