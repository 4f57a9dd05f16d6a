import { Alert } from '@mantine/core'
import type { FirmStandingFragment } from '../generated/graphql.ts'
import { usePerson } from '../session/session.tsx'

/** Why the reader cannot make or change the firm's keys, and what would change that; nothing where they can. */
export function ManagementNotice({ firm }: { firm: FirmStandingFragment }) {
  const { isStaff } = usePerson()
  const notice = isStaff ? FOR_STAFF : noticeOf(firm)
  if (!notice) return null
  return (
    <Alert color="fruit" title={notice.title}>
      {notice.text}
    </Alert>
  )
}

const FOR_STAFF = {
  title: 'You see this firm as staff',
  text: 'Staff look, and change nothing: its own admins make and change its keys.',
}

function noticeOf({ name, plan, planState, keyManagement }: FirmStandingFragment) {
  switch (keyManagement) {
    case 'allowed':
      return null
    case 'not_admin':
      return {
        title: 'Only admins make and change keys',
        text: `You are a member of ${name}. One of its admins can do it for you, or whoever runs this gateway can make you an admin.`,
      }
    case 'plan_missing':
      return {
        title: 'The Service API comes with the Enterprise plan',
        text: `${name} is on the ${plan === 'standard' ? 'Standard' : 'Enterprise'} plan. Once whoever runs this gateway has moved it to Enterprise, you make keys here.`,
      }
    case 'plan_lapsed':
      return {
        title: `The Enterprise plan ${planState === 'past_due' ? 'is past due' : 'was cancelled'}`,
        text: 'Existing keys keep reading under the access they have. You can revoke keys and give access back. Once the plan is active again, you can create, roll and change keys, and clients can give new access.',
      }
  }
}
