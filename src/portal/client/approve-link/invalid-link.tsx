import { Group, Text } from '@mantine/core'
import type { PortalError } from '../../data/error.ts'
import { rich, t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { ButtonTo } from '../../ui/inline.tsx'
import { EmptyState, PortalPage } from '../../ui/page.tsx'
import { OtherAccount } from './consent-unavailable.tsx'

/** Shown for a link that is incomplete, changed, forged, no longer stored, or for another account. */
export function InvalidLink({ error }: { error: PortalError }) {
  return (
    <PortalPage title={t('This link does not work')}>
      <EmptyState
        title={t('Nothing was shared by opening it')}
        action={
          <Group justify="center">
            <ConnectedAppsButton />
            {error.code === 'record_not_found' && <OtherAccount />}
          </Group>
        }
      >
        {rich('{message} What you shared before is listed under Connected Apps.{requestId}', {
          message: error.message,
          requestId: error.requestId && (
            <Text span display="block" size="xs" mt="xs">
              {rich('Request {copyid}', {
                copyid: <CopyId id={error.requestId} of={t('the request')} />,
              })}
            </Text>
          ),
        })}
      </EmptyState>
    </PortalPage>
  )
}

/** Leads to everything that the person has shared. */
export function ConnectedAppsButton() {
  return (
    <ButtonTo href="/connected-apps" variant="default">
      {t('Connected Apps')}
    </ButtonTo>
  )
}
