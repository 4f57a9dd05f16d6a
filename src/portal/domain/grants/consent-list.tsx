import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePages } from '../../data/use-pages.ts'
import { type ConsentsFragment, GrantConsentsDocument } from '../../generated/graphql.ts'
import { LOCALE } from '../../i18n/language.ts'
import { t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { ENTRY } from '../../ui/entry.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { To } from '../../ui/inline.tsx'
import { PagesView } from '../../ui/pages-view.tsx'
import { formatDateTime } from '../../words/format.ts'
import { AgreedText } from './agreed-text.tsx'

interface Props {
  readonly grantId: string
  /** Shown where none is recorded. */
  readonly children?: ReactNode
}

/** The consents of a grant, newest first, each sentence as it is stored. */
export function ConsentList({ grantId, children }: Props) {
  const agreed = usePages(
    GrantConsentsDocument,
    (after) => ({ id: grantId, after }),
    ({ grant }) => grant.consents,
  )
  return (
    <PagesView of={agreed}>
      {(consents, { grant }) => (
        <Stack gap="xl">
          {consents.map((consent) => (
            <Consent
              key={consent.id}
              consent={consent}
              grantId={grantId}
              isSandbox={grant.client.isSandboxClient}
            />
          ))}
          {consents.length === 0 && (
            <>
              <Text size="sm">
                {t(
                  'No sentence and no purpose are recorded for this access. It was set up by the operator of this service, or before they were recorded.',
                )}
              </Text>
              {children}
            </>
          )}
        </Stack>
      )}
    </PagesView>
  )
}

type Agreed = ConsentsFragment['nodes'][number]

interface ConsentProps {
  readonly consent: Agreed
  readonly grantId: string
  /** Nobody agreed: it is the record of a sandbox client, without a receipt. */
  readonly isSandbox: boolean
}

function Consent({ consent, grantId, isSandbox }: ConsentProps) {
  const { sentence, language, purpose, linkId, at, version } = consent
  return (
    <Stack component="article" gap="sm" {...ENTRY}>
      <AgreedText text={sentence} lang={language} isRecord />
      <FactList
        of={[
          [
            isSandbox ? t('Recorded on') : t('Agreed on'),
            <time key="at" dateTime={at}>
              {formatDateTime(at)}
            </time>,
          ],
          [t('Purpose'), purpose ?? t('None is recorded')],
          [
            t('Answer to'),
            linkId ? (
              <CopyId key="link" id={linkId} of={t('the connection link')} />
            ) : isSandbox ? (
              t('Nothing')
            ) : (
              t('No link: a change by the client')
            ),
          ],
          [t('Language'), LANGUAGES.of(language) ?? language],
        ]}
      />
      {!isSandbox && (
        <To href={`/connected-apps/${grantId}/receipts/${version}`} size="sm" underline="always">
          {t('Receipt of version {version}', { version })}
        </To>
      )}
    </Stack>
  )
}

const LANGUAGES = new Intl.DisplayNames(LOCALE, { type: 'language' })
