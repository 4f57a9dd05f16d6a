import { Alert, Anchor, List, Text } from '@mantine/core'
import { usePerson } from '../../data/session/person.ts'
import { useQuery } from '../../data/use-query.ts'
import {
  type Environment,
  FirmAdminsDocument,
  type FirmStatusFragment,
  type KeyManagement,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Name } from '../../ui/inline.tsx'
import { SupportLink } from '../../ui/support-link.tsx'
import { PLANS } from '../../words/plan.ts'

interface Props {
  readonly firm: FirmStatusFragment
  /** That of the keys which the page is about. By default both. */
  readonly environment?: Environment
}

/** Which keys the user cannot manage and why, and who or what would change that. Shows nothing if they can. */
export function ManagementNotice({ firm, environment }: Props) {
  const { isStaff } = usePerson()
  const management = managementOf(firm, environment ?? 'sandbox')
  const notice = isStaff ? FOR_STAFF : (planNotice(firm, management) ?? roleNotice(firm))
  if (!notice || (environment && management === 'allowed')) return null
  return (
    <Alert color="fruit" title={notice.title}>
      {notice.text}
      {management === 'plan_missing' && <SupportLink />}
      {!isStaff && firm.keyManagement === 'not_admin' && <AdminList firmId={firm.id} />}
    </Alert>
  )
}

const FOR_STAFF = {
  title: t('You are viewing this firm as staff'),
  text: t('Read-only: only the firm’s admins can change keys.'),
}

function roleNotice({ name, keyManagement, sandboxManagement }: FirmStatusFragment) {
  if (keyManagement !== 'not_admin') return null
  if (sandboxManagement === 'not_admin')
    return {
      title: t('Only admins and developers can create and change keys'),
      text: t(
        'You are a member of {name}. Ask one of its admins to do it, or to give you another role.',
        { name },
      ),
    }
  return {
    title: t('Only admins can create and change production keys'),
    text: t(
      'You are a developer of {name}: you can create, rotate and revoke sandbox keys. Ask an admin for a production key.',
      { name },
    ),
  }
}

function planNotice({ name, plan, planState }: FirmStatusFragment, management: KeyManagement) {
  switch (management) {
    case 'allowed':
    case 'not_admin':
      return null
    case 'plan_missing':
      return {
        title: t('The Service API requires the Enterprise plan'),
        text: t(
          '{name} is on the {plan} plan. Ask your Orangery administrator to move it to Enterprise. Then you can create keys here.',
          { name, plan: PLANS[plan] },
        ),
      }
    case 'plan_lapsed':
      return {
        title:
          planState === 'past_due'
            ? t('The Enterprise plan is past due')
            : t('The Enterprise plan was cancelled'),
        text: t(
          'Existing keys keep working with the access they have. You can revoke keys and give access back. Once the plan is active again, you can create, rotate and change keys, and clients can approve new access.',
        ),
      }
  }
}

function AdminList({ firmId }: { firmId: string }) {
  const { data } = useQuery(FirmAdminsDocument, { firmId })
  const admins = data?.firmMembers.members.filter(({ role }) => role === 'admin') ?? []
  if (admins.length === 0) return null
  return (
    <>
      <Text size="sm" mt="xs">
        {t('Admins of your firm:')}
      </Text>
      <List size="sm">
        {admins.map(({ id, name, email }) => (
          <List.Item key={id}>
            <Name>{name}</Name>{' '}
            <Anchor href={`mailto:${encodeURIComponent(email)}`} inherit underline="always">
              {email}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </>
  )
}

/** Whether the user manages keys of the environment, or why not. */
export function managementOf(firm: FirmStatusFragment, environment: Environment): KeyManagement {
  return environment === 'sandbox' ? firm.sandboxManagement : firm.keyManagement
}
