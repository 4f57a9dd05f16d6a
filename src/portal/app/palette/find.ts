import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useQuery } from 'urql'
import { keepReferences } from '../../../values/redact-secrets.ts'
import { STEADY } from '../../data/client.ts'
import { useEnvironment } from '../../data/environment.ts'
import { type PortalError, toPortalError } from '../../data/error.ts'
import { usePerson } from '../../data/session/person.ts'
import {
  FindForStaffDocument,
  type FindForStaffQuery,
  FindInFirmDocument,
  type FindInFirmQuery,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { INPUT_DELAY_MS } from '../../ui/input-delay.ts'
import type { SearchTexts } from '../../ui/list-search/search-text.ts'

/** A place that the palette leads to, or what it does. */
export interface Entry {
  readonly name: string
  readonly detail?: string
  readonly to: string | (() => void)
  /** What the lists of the place are searched for. */
  readonly search?: SearchTexts
}

export interface EntryGroup {
  readonly label: string
  readonly entries: readonly Entry[]
}

interface Found {
  readonly groups: readonly EntryGroup[]
  readonly isSearching: boolean
  readonly error: PortalError | null
}

/** People and firms for staff, and clients and keys for the members of a firm. */
export function useFind(text: string, firmId: string | null): Found {
  const { isStaff } = usePerson()
  const ofStaff = useFindForStaff(isStaff ? text : '')
  const ofFirm = useFindInFirm(text, isStaff ? null : firmId)
  return isStaff ? ofStaff : ofFirm
}

const MIN_LENGTH = 2

// Only when a member of staff asks: each search, and each person that it finds, is recorded.
function useFindForStaff(typed: string): Found {
  const text = keepReferences(typed, '')
  const [asked, setAsked] = useState('')
  const isAsked = asked === text && text !== ''
  const [{ data, fetching, error }] = useQuery({
    query: FindForStaffDocument,
    variables: { text },
    context: STEADY,
    pause: !isAsked,
  })
  const ask = isAsked
    ? { name: t('All results'), to: '/search', search: { staff: text } }
    : { name: t('Search for “{text}”', { text }), to: () => setAsked(text) }
  const found = isAsked && !fetching && data ? groupsForStaff(data) : []
  const last = { label: t('People and firms'), entries: [ask] }
  return {
    groups: text.length < MIN_LENGTH ? [] : [...found, last],
    isSearching: isAsked && fetching,
    error: isAsked && error ? toPortalError(error) : null,
  }
}

function groupsForStaff({ staffSearch: { people, firms } }: FindForStaffQuery): EntryGroup[] {
  return [
    {
      label: t('People'),
      entries: people.map(({ id, name, email }) => ({ name, detail: email, to: `/people/${id}` })),
    },
    { label: t('Firms'), entries: firms.map(({ id, name }) => ({ name, to: `/firms/${id}` })) },
  ]
}

function useFindInFirm(typed: string, firmId: string | null): Found {
  const [settled] = useDebouncedValue(typed, INPUT_DELAY_MS)
  const text = keepReferences(settled, '')
  const environment = useEnvironment()
  const isAsked = text !== '' && firmId !== null
  const [{ data, fetching, error }] = useQuery({
    query: FindInFirmDocument,
    variables: { firmId: firmId ?? '', environment, text },
    pause: !isAsked,
  })
  const isSearching = firmId !== null && (settled !== typed || (isAsked && fetching))
  return {
    groups: isAsked && !isSearching && data ? groupsInFirm(data, firmId) : [],
    isSearching,
    error: isAsked && error ? toPortalError(error) : null,
  }
}

function groupsInFirm({ firmClients, firm }: FindInFirmQuery, firmId: string): EntryGroup[] {
  const clients = firmClients.nodes.map(({ grant, link }) => {
    if (grant) return { name: grant.client.name, to: `/connected-apps/${grant.id}` }
    const name = link?.reference ?? link?.email ?? link?.purpose ?? ''
    return { name, to: `/firms/${firmId}/clients`, search: { clients: name } }
  })
  const keys = firm.apiKeys.nodes.map(({ id, name }) => {
    return { name, to: `/firms/${firmId}/service-api/${id}` }
  })
  return [
    { label: t('Clients'), entries: clients },
    { label: t('Keys'), entries: keys },
  ]
}
