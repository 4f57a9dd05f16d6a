import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createKey } from '../../src/modules/keys/api-key.writes.ts'
import { invitePerson } from '../../src/modules/people/password.writes.ts'
import { webhooksOf } from '../graphql/portal/subject.ts'
import type { Credentials } from '../support/chromium.ts'
import type { TestGateway } from '../support/gateway.ts'
import { grantWith } from '../support/portfolio.ts'
import { askingFirm, clientWhoSignsIn } from './client.fixtures.ts'
import { staffWithPassword } from './firm-people.ts'
import { REFUSED, requestsOf } from './request-log.fixtures.ts'

type Who = 'admin' | 'client' | 'staff' | 'anonymous'

/** For every page of the portal who opens it, its heading, and words that come with its data. */
export const PAGES: Readonly<Record<string, readonly [as: Who, heading: string, says: string]>> = {
  '/sign-in': ['anonymous', 'Sign in', 'Email'],
  '/invitation/:token': ['anonymous', 'Welcome, Ada Hale', 'New password'],
  '/forgot-password': ['anonymous', 'Forgot your password?', 'Ask your Orangery administrator'],
  '/': ['admin', 'Hale Estates', 'Rate limit'],
  '/account/profile': ['client', 'Profile', 'Ada Hale'],
  '/account/security': ['client', 'Security', 'This browser'],
  '/account/activity': ['client', 'Sign-in activity', 'Signed in with password'],
  '/account/mails': ['client', 'Mails', 'Receipts'],
  '/account/tokens': ['client', 'Access tokens', 'No tokens yet'],
  '/account/plants': ['client', 'Plants', 'No plants yet'],
  '/connect/:link': ['client', 'Request for a change', 'Hale Estates'],
  '/connected-apps': ['client', 'Connected Apps', 'Hale Estates'],
  '/connected-apps/:grantId': ['client', 'Hale Estates', 'Yearly report'],
  '/connected-apps/:grantId/edit': ['client', 'Change what the firm can see', 'Valuation'],
  '/connected-apps/:grantId/receipts/:name': ['client', 'Receipt', 'What was agreed to'],
  '/explore': ['admin', 'Explore', 'Open in new tab'],
  '/firms': ['staff', 'Firms', 'Hale Estates'],
  '/firms/:firmId': ['staff', 'Hale Estates', 'Access granted'],
  '/firms/:firmId/clients': ['admin', 'Clients', 'Ada Hale'],
  '/firms/:firmId/logs': ['admin', 'Logs', 'GET /api/v1/portfolios'],
  '/firms/:firmId/logs/:requestId': ['admin', 'Request', 'What to do'],
  '/firms/:firmId/sandbox': ['admin', 'Sandbox', 'An asset appears'],
  '/firms/:firmId/webhooks': ['admin', 'Webhooks', 'Active'],
  '/firms/:firmId/members': ['admin', 'Members', 'The last admin'],
  '/people/:userId': ['staff', 'Ada Hale', 'Send a link for a password'],
  '/search': ['staff', 'Search', 'Search for'],
  '/firms/:firmId/service-api': ['admin', 'Service API', 'Yearly report'],
  '/firms/:firmId/service-api/:keyId': ['admin', 'Yearly report', 'Ada Hale'],
  // An earlier address.
  '/firms/:firmId/service-api/:keyId/*': ['admin', 'Logs', 'GET /api/v1/portfolios'],
  '/portfolio': ['client', 'Portfolio', 'Who can see what'],
  '/portfolio/assets': ['client', 'Assets', 'Serpentine commode'],
  '/portfolio/statement/:year': ['client', 'Statement of 2025', 'Who had access'],
  '/portfolio/:registryId': ['client', 'Serpentine commode', 'Yearly report'],
}

interface Opened {
  readonly address: string
  /** Who opens it; nobody for a page that needs no sign-in. */
  readonly as?: Credentials
}

/** Stores what every page shows, and returns how to open each. */
export async function everyPage(gateway: TestGateway): Promise<(path: string) => Opened> {
  const { prisma } = gateway.database
  const firm = await askingFirm(gateway)
  const client = await clientWhoSignsIn(gateway)
  const grant = await grantWith(gateway.database, firm.keyId, client.id)
  const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: firm.keyId } })
  const { registryId } = await prisma.asset.findFirstOrThrow({
    where: { clientId: client.id, title: 'Serpentine commode' },
  })
  const { token } = await invitePerson(operator(prisma), { email: client.email })
  await prisma.consent.create({
    data: {
      ...{ clientId: client.id, grantId: grant.id, version: 1, at: new Date() },
      ...{ sentence: 'Ada Hale lets Hale Estates see all.', firmSentence: 'The same.' },
      ...{ language: 'en', digest: 'x'.repeat(43) },
    },
  })
  await webhooksOf(gateway, firm.keyId)
  const trial = { name: 'Trial', environment: 'sandbox', scopes: ['registry'] } as const
  await createKey(operator(prisma), { firmId, ...trial })
  await requestsOf(gateway, firm.keyId, client.id)
  const link = (await firm.ask(['valuation'])).replace('/connect/', '')
  const people: Partial<Record<Who, Credentials>> = {
    admin: firm.admin,
    client,
    staff: await staffWithPassword(gateway),
  }
  const parameters: Readonly<Record<string, string>> = {
    ...{ token, link, firmId, registryId, keyId: firm.keyId, grantId: grant.id },
    ...{ year: '2025', name: '1', userId: client.id, requestId: REFUSED },
  }
  return (path) => {
    const [as = 'anonymous'] = PAGES[path] ?? []
    const who = people[as]
    const named = path.replaceAll(/:(\w+)/g, (_, name) => parameters[name] ?? name)
    const address = named.replace('*', 'requests')
    return { address, ...(who && { as: who }) }
  }
}
