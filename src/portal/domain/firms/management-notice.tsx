import { Alert } from '@mantine/core'
import { usePerson } from '../../data/session/person.ts'
import type { FirmStatusFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { SupportLink } from '../../ui/support-link.tsx'
import { PLANS } from '../../words/plan.ts'

/** Why the user cannot manage the firm's keys, and what would change that. Shows nothing if they can. */
export function ManagementNotice({ firm }: { firm: FirmStatusFragment }) {
  const { isStaff } = usePerson()
  const notice = isStaff ? FOR_STAFF : noticeOf(firm)
  if (!notice) return null
  return (
    <Alert color="fruit" title={notice.title}>
      {notice.text}
      {firm.keyManagement === 'plan_missing' && <SupportLink />}
    </Alert>
  )
}

const FOR_STAFF = {
  title: t('You are viewing this firm as staff'),
  text: t('Read-only: only the firm’s admins can change keys.'),
}

function noticeOf({ name, plan, planState, keyManagement }: FirmStatusFragment) {
  switch (keyManagement) {
    case 'allowed':
      return null
    case 'not_admin':
      return {
        title: t('Only admins can create and change keys'),
        text: t(
          'You are a member of {name}. Ask one of its admins to do it, or to make you an admin.',
          { name },
        ),
      }
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
