import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { keepReferences } from '../../../values/redact-secrets.ts'
import { useEnvironment } from '../../data/environment.ts'
import { usePerson } from '../../data/session/person.ts'
import { type Shown, useQuery } from '../../data/use-query.ts'
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
  /** The text that the lists of the place are searched for. */
  readonly search?: SearchTexts
}

export interface EntryGroup {
  readonly label: string
  readonly entries: readonly Entry[]
}

interface Found {
  readonly groups: readonly EntryGroup[]
  readonly isSearching: boolean
  readonly error: Shown<unknown>['error']
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
  const shown = useQuery(FindForStaffDocument, { text }, { enabled: isAsked })
  const ask = isAsked
    ? { name: t('All results'), to: '/search', search: { staff: text } }
    : { name: t('Search for “{text}”', { text }), to: () => setAsked(text) }
  const found = foundBy(shown, isAsked, groupsForStaff)
  const last = { label: t('People and firms'), entries: [ask] }
  return { ...found, groups: text.length < MIN_LENGTH ? [] : [...found.groups, last] }
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
  const variables = { firmId: firmId ?? '', environment, text }
  const shown = useQuery(FindInFirmDocument, variables, { enabled: isAsked })
  const found = foundBy(shown, isAsked && settled === typed, (data) =>
    groupsInFirm(data, firmId ?? ''),
  )
  return { ...found, isSearching: found.isSearching || (firmId !== null && settled !== typed) }
}

// Nothing of what an earlier text has found.
function foundBy<Data>(
  { data, error, isLoading }: Shown<Data>,
  isAsked: boolean,
  groupsOf: (data: Data) => EntryGroup[],
): Found {
  if (!isAsked) return { groups: [], isSearching: false, error: undefined }
  return { groups: data && !isLoading ? groupsOf(data) : [], isSearching: isLoading, error }
}

function groupsInFirm({ firmClients, firm }: FindInFirmQuery, firmId: string): EntryGroup[] {
  const clients = firmClients.nodes.map(({ key, grant, link }) => {
    const detail = key.name
    if (grant) return { name: grant.client.name, detail, to: `/connected-apps/${grant.id}` }
    const name = link?.reference ?? link?.email ?? link?.purpose ?? ''
    return { name, detail, to: `/firms/${firmId}/clients`, search: { clients: name } }
  })
  const keys = firm.apiKeys.nodes.map(({ id, name }) => {
    return { name, to: `/firms/${firmId}/service-api/${id}` }
  })
  return [
    { label: t('Clients'), entries: clients },
    { label: t('Keys'), entries: keys },
  ]
}
