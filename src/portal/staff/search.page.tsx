import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { keepReferences } from '../../values/redact-secrets.ts'
import { usePerson } from '../data/session/person.ts'
import { useQuery } from '../data/use-query.ts'
import { StaffSearchDocument } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { keepTexts, useSearchTexts } from '../ui/list-search/search-text.ts'
import { PortalPage } from '../ui/page.tsx'
import { NotFound, QueryView } from '../ui/page-parts.tsx'
import { SearchResults } from './search-results.tsx'

/**
 * The home of staff: finds firms, people, clients, keys, grants and requests. The text is in the history of the browser,
 * so that Back returns to it, and not in the address: it names clients.
 */
export default function SearchPage() {
  const { isStaff } = usePerson()
  const [, navigate] = useLocation()
  const { staff: text = '' } = useSearchTexts()
  if (!isStaff) return <NotFound />
  return (
    <PortalPage
      title={t('Search')}
      description={t(
        'Firms, people, clients, keys, grants and requests. People and grants that you find are recorded as read, as a client can see.',
      )}
    >
      <Stack gap="lg" onKeyDown={moveByArrows}>
        <SearchForm
          key={text}
          text={text}
          onSearch={(next) => navigate('/search', { state: keepTexts({ staff: next }) })}
        />
        {text !== '' && <Results text={text} />}
      </Stack>
    </PortalPage>
  )
}

// The field and the name of each result.
const STOPS = 'input, [role=rowheader] a'

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const stops: (Element | null)[] = [...event.currentTarget.querySelectorAll(STOPS)]
  const place = stops.indexOf(document.activeElement)
  const next = step && place !== -1 ? stops[place + step] : undefined
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}

interface FormProps {
  readonly text: string
  readonly onSearch: (text: string) => void
}

function SearchForm({ text, onSearch }: FormProps) {
  const [typed, setTyped] = useState(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A pasted secret is kept and sent as far as it is public.
    onSearch(keepReferences(typed.trim(), ''))
  }
  return (
    <search>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            autoFocus
            flex="1 1 16rem"
            maw={480}
            label={t('Search for')}
            description={t(
              'A part of a name or email, an ID, the reference of a firm, a registry ID, a request ID, a connection link, or a secret or its prefix',
            )}
            minLength={2}
            maxLength={200}
            required
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit">{t('Search')}</Button>
        </Group>
      </form>
    </search>
  )
}

function Results({ text }: { text: string }) {
  const found = useQuery(StaffSearchDocument, { text })
  return <QueryView of={found}>{({ staffSearch }) => <SearchResults of={staffSearch} />}</QueryView>
}
