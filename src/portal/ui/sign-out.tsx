import { type ReactNode, useState } from 'react'
import { usePost } from '../data/session/use-post.ts'
import { t } from '../i18n/text.ts'
import { FormDialog } from './form-dialog.tsx'

interface Props {
  /** The contents, which call `signOut`. */
  readonly children: (signOut: () => Promise<void>) => ReactNode
  /** Default: opens the sign-in page. */
  readonly onSignedOut?: () => void
}

/** Ends the session. Until the server has confirmed it, the page stays and says that the session still works. */
export function SignOut({ children, onSignedOut = openSignIn }: Props) {
  const post = usePost('/api/auth/sign-out')
  const [failed, setFailed] = useState(false)
  const signOut = async () => {
    if (post.busy) return
    if (await post.run({})) onSignedOut()
    else setFailed(true)
  }
  return (
    <>
      {children(signOut)}
      {failed && (
        <FormDialog
          title={t('You are still signed in')}
          lead={t('Whoever uses this browser can still open your account.')}
          verb={t('Try again')}
          errorTitle={t('The sign-out failed')}
          action={post}
          input={{}}
          onDone={onSignedOut}
          onClose={() => setFailed(false)}
        />
      )}
    </>
  )
}

function openSignIn(): void {
  window.location.assign('/sign-in')
}
