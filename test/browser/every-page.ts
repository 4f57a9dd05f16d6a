import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { createKey } from '../../src/modules/keys/api-key.writes.ts'
import { invitePerson } from '../../src/modules/people/password.writes.ts'
import type { PATHS, PUBLIC_PATHS } from '../../src/portal/app/paths.ts'
import { webhooksOf } from '../graphql/portal/subject.ts'
import type { Credentials } from '../support/chromium.ts'
import type { TestGateway } from '../support/gateway.ts'
import { grantWith } from '../support/portfolio.ts'
import { askingFirm, clientWhoSignsIn } from './client.fixtures.ts'
import { staffWithPassword } from './firm-people.ts'
import { REFUSED, requestsOf } from './request-log.fixtures.ts'

type Path = (typeof PATHS)[number] | (typeof PUBLIC_PATHS)[number]
type Who = 'admin' | 'client' | 'staff' | 'anonymous'

interface Shown {
  readonly as: Who
  readonly heading: string
  readonly says: string
}

/** For every page of the portal who opens it, its heading, and words that come with its data. */
export const PAGES: Readonly<Record<Path, Shown>> = {
  '/sign-in': { as: 'anonymous', heading: 'Sign in', says: 'Email' },
  '/invitation/:token': { as: 'anonymous', heading: 'Welcome, Ada Hale', says: 'New password' },
  '/forgot-password': {
    as: 'anonymous',
    heading: 'Forgot your password?',
    says: 'Ask your Orangery administrator',
  },
  '/': { as: 'admin', heading: 'Hale Estates', says: 'Rate limit' },
  '/account/profile': { as: 'client', heading: 'Profile', says: 'Ada Hale' },
  '/account/security': { as: 'client', heading: 'Security', says: 'This browser' },
  '/account/activity': {
    as: 'client',
    heading: 'Sign-in activity',
    says: 'Signed in with password',
  },
  '/account/mails': { as: 'client', heading: 'Mails', says: 'Receipts' },
  '/account/tokens': { as: 'client', heading: 'Access tokens', says: 'No tokens yet' },
  '/account/plants': { as: 'client', heading: 'Plants', says: 'No plants yet' },
  '/connect/:link': { as: 'client', heading: 'Connection request', says: 'Hale Estates' },
  '/connected-apps': { as: 'client', heading: 'Connected Apps', says: 'Hale Estates' },
  '/connected-apps/:grantId': { as: 'client', heading: 'Hale Estates', says: 'Yearly report' },
  '/connected-apps/:grantId/edit': {
    as: 'client',
    heading: 'Change what the firm can see',
    says: 'Valuation',
  },
  '/connected-apps/:grantId/receipts/:name': {
    as: 'client',
    heading: 'Receipt',
    says: 'What was agreed to',
  },
  '/explore': { as: 'admin', heading: 'Explore', says: 'Open in new tab' },
  '/firms': { as: 'staff', heading: 'Firms', says: 'Hale Estates' },
  '/firms/:firmId': { as: 'staff', heading: 'Hale Estates', says: 'Access granted' },
  '/firms/:firmId/members': { as: 'admin', heading: 'Members', says: 'The last admin' },
  '/people/:userId': { as: 'staff', heading: 'Ada Hale', says: 'Send a link for a password' },
  '/search': { as: 'staff', heading: 'Search', says: 'Search for' },
  '/firms/:firmId/service-api': { as: 'admin', heading: 'Service API', says: 'Yearly report' },
  '/firms/:firmId/service-api/:keyId': {
    as: 'admin',
    heading: 'Yearly report',
    says: 'API key created',
  },
  '/firms/:firmId/service-api/:keyId/requests': {
    as: 'admin',
    heading: 'Requests',
    says: 'GET /api/v1/portfolios',
  },
  '/firms/:firmId/service-api/:keyId/requests/:requestId': {
    as: 'admin',
    heading: 'Request',
    says: 'What to do',
  },
  '/firms/:firmId/service-api/:keyId/webhooks': {
    as: 'admin',
    heading: 'Webhooks',
    says: 'Delivered',
  },
  '/firms/:firmId/service-api/:sandboxKeyId/sandbox': {
    as: 'admin',
    heading: 'Sandbox',
    says: 'An asset appears',
  },
  '/portfolio': { as: 'client', heading: 'Portfolio', says: 'Who can see what' },
  '/portfolio/:registryId': { as: 'client', heading: 'Serpentine commode', says: 'Yearly report' },
}

interface Opened {
  readonly address: string
  /** Who opens it; nobody for a page that needs no sign-in. */
  readonly as?: Credentials
}

/** Stores what every page shows, and returns how to open each. */
export async function everyPage(gateway: TestGateway): Promise<(path: Path) => Opened> {
  const { prisma } = gateway.database
  const firm = await askingFirm(gateway)
  const client = await clientWhoSignsIn(gateway)
  const grant = await grantWith(gateway.database, firm.keyId, client.id)
  const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: firm.keyId } })
  const { registryId } = await prisma.asset.findFirstOrThrow({
    where: { clientId: client.id, title: 'Serpentine commode' },
  })
  const { token } = await invitePerson(prisma, OPERATOR, { email: client.email })
  await prisma.consent.create({
    data: {
      ...{ clientId: client.id, grantId: grant.id, version: 1, at: new Date() },
      ...{ sentence: 'Ada Hale lets Hale Estates see all.', firmSentence: 'The same.' },
      ...{ language: 'en', digest: 'x'.repeat(43) },
    },
  })
  await webhooksOf(gateway, firm.keyId)
  const trial = { name: 'Trial', environment: 'sandbox', scopes: ['registry'] } as const
  const { id: sandboxKeyId } = await createKey(prisma, OPERATOR, { firmId, ...trial })
  await requestsOf(gateway, firm.keyId, client.id)
  const link = (await firm.ask(['valuation'])).replace('/connect/', '')
  const people: Partial<Record<Who, Credentials>> = {
    admin: firm.admin,
    client,
    staff: await staffWithPassword(gateway),
  }
  const parameters: Readonly<Record<string, string>> = {
    ...{ token, link, firmId, sandboxKeyId, registryId, keyId: firm.keyId, grantId: grant.id },
    ...{ name: '1', userId: client.id, requestId: REFUSED },
  }
  return (path) => {
    const who = people[PAGES[path].as]
    const address = path.replaceAll(/:(\w+)/g, (_, name) => parameters[name] ?? name)
    return { address, ...(who && { as: who }) }
  }
}
