import { Alert, List, NativeSelect, Stack, Switch } from '@mantine/core'
import { isLanguage, LANGUAGES } from '../../values/languages.ts'
import { type Person, usePerson } from '../data/session/person.ts'
import { useAction } from '../data/use-action.ts'
import { useQuery } from '../data/use-query.ts'
import {
  ChooseMailDocument,
  ChooseMailLanguageDocument,
  MailSettingsDocument,
  type MailSettingsQuery,
  type MailTopic,
} from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { notify } from '../ui/notices.tsx'
import { PortalPage } from '../ui/page.tsx'
import { QueryView, Section } from '../ui/page-parts.tsx'

const SAVED = { text: t('Your choice was saved.') }

interface Topic {
  readonly label: string
  readonly says: string
  readonly isFor: (person: Person) => boolean
}

const ANYONE = () => true
const OF_CLIENTS = ({ hasPortfolio }: Person) => hasPortfolio
const OF_FIRMS = ({ memberships }: Person) => memberships.some(({ role }) => role === 'admin')

const TOPICS: Readonly<Record<MailTopic, Topic>> = {
  first_read: {
    label: t('First read'),
    says: t('A firm has read your portfolio for the first time since you gave it access.'),
    isFor: OF_CLIENTS,
  },
  reminders: {
    label: t('Access that ends'),
    says: t('30 and 7 days before the end of an access, and when a firm waits for your answer.'),
    isFor: (person) => OF_CLIENTS(person) || OF_FIRMS(person),
  },
  keys: {
    label: t('Keys of your firm'),
    says: t('An API key ends in 14 days, or has not been used for 90 days.'),
    isFor: OF_FIRMS,
  },
  new_browser: {
    label: t('New browser'),
    says: t('Someone signed in to your account in a browser that was not used for it before.'),
    isFor: ANYONE,
  },
}

const ALWAYS_SENT = [
  t('Receipts: when access to your portfolio is given, changed or ends'),
  t('Once a year: whether an access without an end is still in use'),
  t('Requests to delete what a firm has read, and their answers'),
  t('Changes of your password, passkeys and two-step verification'),
  t('Invitations, and links that you ask for'),
]

/** The topics of mails that the user gets, and the mails that are always sent. */
export default function MailsPage() {
  const settings = useQuery(MailSettingsDocument, {})
  return (
    <PortalPage
      title={t('Mails')}
      description={t('You choose the subjects and the language of your mails.')}
    >
      <QueryView of={settings}>
        {({ mailSettings }) => (
          <>
            {!mailSettings.isSent && (
              <Alert color="gray">
                {t('This service sends no mail now. Your choices apply once it does.')}
              </Alert>
            )}
            <Section title={t('You choose')}>
              <Choices settings={mailSettings} />
            </Section>
            <Section title={t('Language')}>
              <LanguageOfMails settings={mailSettings} />
            </Section>
          </>
        )}
      </QueryView>
      <Section
        title={t('Always sent')}
        description={t('They protect your consent and your account.')}
      >
        <List spacing="xs" size="sm">
          {ALWAYS_SENT.map((mail) => (
            <List.Item key={mail}>{mail}</List.Item>
          ))}
        </List>
      </Section>
    </PortalPage>
  )
}

type Settings = MailSettingsQuery['mailSettings']

function Choices({ settings }: { settings: Settings }) {
  const person = usePerson()
  const { run, busy, error } = useAction(ChooseMailDocument)
  return (
    <Stack gap="md">
      {error && <ErrorNotice error={error} title={t('The choice was not stored')} />}
      {settings.choices
        .filter(({ topic }) => TOPICS[topic].isFor(person))
        .map(({ id, topic, isWanted }) => (
          <Switch
            key={id}
            label={TOPICS[topic].label}
            description={TOPICS[topic].says}
            checked={isWanted}
            disabled={busy}
            onChange={async ({ currentTarget: { checked } }) => {
              if (await run({ topic, wanted: checked })) notify(SAVED)
            }}
          />
        ))}
    </Stack>
  )
}

// The language of the portal is that of the browser, and mails can be read by another device.
function LanguageOfMails({ settings }: { settings: Settings }) {
  const { run, busy, error } = useAction(ChooseMailLanguageDocument)
  return (
    <Stack gap="md">
      {error && <ErrorNotice error={error} title={t('The choice was not stored')} />}
      <NativeSelect
        label={t('Language of mails')}
        maw={320}
        value={settings.language}
        disabled={busy}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        onChange={async ({ currentTarget: { value } }) => {
          if (isLanguage(value) && (await run({ language: value }))) notify(SAVED)
        }}
      />
    </Stack>
  )
}
