import { Anchor, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { request } from '../../data/request.ts'
import { usePerson } from '../../data/session/person.ts'
import { SIGN_IN } from '../../data/session/sign-in-again.ts'
import { redirectToSignIn } from '../../data/session/sign-in-redirect.ts'
import { SessionDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { SecondFactorForm } from '../../sign-in/second-factor-form.tsx'
import { SignInForm } from '../../sign-in/sign-in-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useQuestion } from './use-question.ts'

/**
 * Opens sign-in over the page when the session has ended and the page holds what the user typed. As the same person
 * they continue where they were. For another person the page is loaded again, so that they see no data of the first
 * person.
 */
export function SignInAgain() {
  const answer = useQuestion(SIGN_IN, useTyped())
  const isSame = useIsSamePerson()
  if (!answer) return null
  const enter = async () => {
    if (await isSame()) answer(true)
    else window.location.reload()
  }
  return <SignInDialog onSignedIn={enter} />
}

function useIsSamePerson(): () => Promise<boolean> {
  const { id } = usePerson()
  return async () => {
    const answer = await request(SessionDocument, {})
    return 'body' in answer && answer.body.viewer.person?.id === id
  }
}

// The background is opaque: another person may sit there now.
const OPAQUE = { backgroundOpacity: 1, color: 'var(--mantine-color-body)' }
const leave = () => redirectToSignIn('expired_session')

function SignInDialog({ onSignedIn }: { onSignedIn: () => void }) {
  const { email } = usePerson()
  const [second, setSecond] = useState(false)
  return (
    <Dialog
      isAbove
      title={t('Sign in again')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      overlayProps={OPAQUE}
      onClose={leave}
    >
      <Stack>
        <Text size="sm">{t('Your session has ended. Your input on this page is kept.')}</Text>
        {second ? (
          <SecondFactorForm onSignedIn={onSignedIn} onBack={() => setSecond(false)} />
        ) : (
          <SignInForm
            knownEmail={email}
            onSignedIn={onSignedIn}
            onSecondFactor={() => setSecond(true)}
          />
        )}
        <Anchor component="button" type="button" size="sm" onClick={leave}>
          {t('Leave this page and sign in')}
        </Anchor>
      </Stack>
    </Dialog>
  )
}

// Whether the user has typed or chosen something since the page was opened, as a function.
function useTyped(): () => boolean {
  const [location] = useLocation()
  const typedOn = useRef<string | null>(null)
  useEffect(() => {
    typedOn.current = null
    const note = () => {
      typedOn.current = location
    }
    // A component that stops the event does not hide it here.
    document.addEventListener('input', note, { capture: true })
    return () => document.removeEventListener('input', note, { capture: true })
  }, [location])
  return () => typedOn.current !== null
}
