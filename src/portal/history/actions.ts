const ACTIONS: Readonly<Record<string, string>> = {
  'firm.created': 'Firm created',
  'firm.plan_set': 'Plan changed',
  'member.added': 'Member added',
  'key.created': 'API key created',
  'key.updated': 'API key changed',
  'key.rolled': 'API key rolled',
  'key.revoked': 'API key revoked',
  'key.tier_set': 'Tier of an API key changed',
  'link.created': 'Connection link made',
  'link.declined': 'Connection declined',
  'grant.created': 'Access granted',
  'grant.updated': 'Access changed',
  'grant.revoked': 'Access revoked',
  'grant.returned': 'Access given back',
  'person.locked': 'Person locked out',
  'portfolio.read': 'Portfolio read by staff',
  'grants.read': 'Grants read by staff',
}

/** What an event is called; the list is open, so one that is new keeps the name it came with. */
export function formatAction(action: string): string {
  return ACTIONS[action] ?? action.replaceAll(/[._]/g, ' ')
}
