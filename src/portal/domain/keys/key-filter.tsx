import { NativeSelect } from '@mantine/core'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { chooseEnvironment, useEnvironment } from '../../data/environment.ts'
import { isNotFound } from '../../data/error.ts'
import { useQuery } from '../../data/use-query.ts'
import {
  type Environment,
  type FilterKeyFragment,
  FirmKeyNamesDocument,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Name, To } from '../../ui/inline.tsx'
import { withParam } from '../../ui/list-search/use-list-search.ts'

interface Props {
  readonly of: KeyFilter
  /** The label if no key is chosen; without it, one must be. */
  readonly otherwise?: string
}

/** Chooses a key of the firm. */
export function KeySelect({ of: { keyId, keys = [], choose }, otherwise }: Props) {
  const isListed = keyId === null || keys.some(({ id }) => id === keyId)
  return (
    <NativeSelect
      label={t('Key')}
      maw={360}
      data={[
        ...(otherwise === undefined ? [] : [{ value: '', label: otherwise }]),
        ...(isListed ? [] : [{ value: keyId, label: t('Loading…') }]),
        ...keys.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={keyId ?? ''}
      onChange={({ currentTarget: { value } }) => choose(value)}
    />
  )
}

interface LinkProps {
  readonly firmId: string
  readonly id: string
  readonly name: string | undefined
}

/** The name of a key, as a link to its page. */
export function KeyLink({ firmId, id, name }: LinkProps) {
  return (
    <To href={`/firms/${firmId}/service-api/${id}`}>
      {name === undefined ? t('the key') : <Name>{name}</Name>}
    </To>
  )
}

/** The keys of a firm from which a page shows one, or all. The chosen key is in the address. */
export interface KeyFilter {
  /** Null: no key is chosen. */
  readonly keyId: string | null
  /** The chosen key, when it is loaded. */
  readonly chosen: FilterKeyFragment | null
  /** The first 100 by name, and the chosen one; undefined while they are loaded. */
  readonly keys: readonly FilterKeyFragment[] | undefined
  readonly environment: Environment
  /** Whether the firm or the key does not exist for the reader. */
  readonly isUnknown: boolean
  /** An empty text chooses none. */
  readonly choose: (keyId: string) => void
}

/** A key in the address decides the environment of the page, unless the page has one of its own. */
export function useKeyFilter(firmId: string, own?: Environment): KeyFilter {
  const [params, setParams] = useSearchParams()
  const common = useEnvironment()
  const environment = own ?? common
  const keyId = params.get('key')
  const variables = { firmId, environment, keyId: keyId ?? '', isNamed: keyId !== null }
  const query = useQuery(FirmKeyNamesDocument, variables)
  const { data } = query
  const chosen = keyId === null ? null : (data?.apiKey ?? null)
  useEffect(() => {
    if (!own && chosen && chosen.environment !== environment) chooseEnvironment(chosen.environment)
  }, [own, chosen, environment])
  const listed = data?.firm.apiKeys.nodes
  const isListed = listed?.some(({ id }) => id === chosen?.id) ?? true
  return {
    keyId,
    chosen,
    environment,
    keys: chosen && listed && !isListed ? [...listed, chosen] : listed,
    isUnknown: isNotFound(query) || (data?.apiKey != null && data.apiKey.firm.id !== firmId),
    choose: (id) =>
      setParams(withParam(params, 'key', id), { replace: true, state: window.history.state }),
  }
}
