import { findLabel } from '../format.ts'

const ACTIONS: Readonly<Record<string, string>> = {
  'firm.created': 'Firm created',
  'firm.updated': 'Name, plan or tier changed',
  // As 0.2.0 recorded it.
  'firm.plan_set': 'Plan changed',
  'member.invited': 'Member invited',
  'member.invitation_withdrawn': 'Invitation withdrawn',
  'member.added': 'Member added',
  'member.role_set': 'Role of a member changed',
  'member.removed': 'Member removed',
  'key.created': 'API key created',
  'key.updated': 'API key changed',
  'key.rolled': 'API key secret rotated',
  'key.revoked': 'API key revoked',
  'key.tier_set': 'Tier of an API key changed',
  'link.created': 'Connection link created',
  'link.declined': 'Connection declined',
  'link.revoked': 'Connection link revoked',
  'grant.created': 'Access granted',
  'grant.updated': 'Access changed',
  'grant.confirmed': 'Access kept',
  'grant.revoked': 'Access revoked',
  'grant.returned': 'Access given back',
  'person.locked': 'User locked out',
  'portfolio.read': 'Portfolio read by staff',
  'grants.read': 'Grants read by staff',
}

/** The label of an event. The API may add actions: an unknown one keeps its name. */
export function formatAction(action: string): string {
  return findLabel(ACTIONS, action) ?? action.replaceAll(/[._]/g, ' ')
}

/** What the person is to the firm whose history has the event. */
export function personLabel(action: string): string {
  return /^(grant|link)\./.test(action) ? 'Client' : 'Person'
}
