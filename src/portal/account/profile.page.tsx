import { List } from '@mantine/core'
import { isOnlyClient, type Person, usePerson } from '../data/session/person.ts'
import { t } from '../i18n/text.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { type Fact, FactList } from '../ui/fact-list.tsx'
import { Dimmed, To } from '../ui/inline.tsx'
import { PortalPage } from '../ui/page.tsx'
import { Section } from '../ui/page-parts.tsx'
import { SupportLink } from '../ui/support-link.tsx'
import { ROLES } from '../words/roles.ts'

/** The user's details and firms. */
export default function ProfilePage() {
  const person = usePerson()
  return (
    <PortalPage
      title={t('Profile')}
      description={t('Your details. Ask your administrator to change them.')}
    >
      <Section title={t('Account')}>
        <FactList of={factsOf(person)} />
        <SupportLink />
      </Section>
      {person.memberships.length > 0 && (
        <Section title={t('Your firms')}>
          <List listStyleType="none" spacing="xs">
            {person.memberships.map(({ firm, role }) => (
              <List.Item key={firm.id}>
                <To href={`/firms/${firm.id}`}>{firm.name}</To>{' '}
                <Dimmed span>{ROLES[role].label}</Dimmed>
              </List.Item>
            ))}
          </List>
        </Section>
      )}
      {isOnlyClient(person) && <ForPrograms />}
    </PortalPage>
  )
}

function factsOf({ name, email, id, hasPortfolio, environment }: Person): readonly Fact[] {
  const portfolio = (
    <To key="portfolio" href="/portfolio">
      {environment === 'sandbox' ? t('Your portfolio, for tests') : t('Your portfolio')}
    </To>
  )
  return [
    [t('Name'), name],
    [t('Email'), email],
    [t('User ID'), <CopyId key="id" id={id} of={t('your user')} />],
    [t('Portfolio'), hasPortfolio ? portfolio : t('None')],
  ]
}

const PAGES = [
  ['/account/tokens', t('Access tokens'), t('Let a program of yours use your account.')],
  ['/account/plants', t('Plants'), t('Records that your programs keep.')],
  ['/explore', t('Explore'), t('Run GraphQL queries as yourself.')],
] as const

/** A member of a firm has these pages in the menu. Only some clients want them. */
function ForPrograms() {
  return (
    <Section
      title={t('For programs')}
      description={t('You need these only if you write programs.')}
    >
      <List listStyleType="none" spacing="xs">
        {PAGES.map(([path, name, description]) => (
          <List.Item key={path}>
            <To href={path}>{name}</To>
            <Dimmed>{description}</Dimmed>
          </List.Item>
        ))}
      </List>
    </Section>
  )
}
