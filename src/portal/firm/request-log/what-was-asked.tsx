import { Code, Stack, Text } from '@mantine/core'
import { formatAsked } from '../../domain/requests/format-request.ts'
import type { RequestRowFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'

type Asked = Pick<RequestRowFragment, 'method' | 'endpoint' | 'path' | 'parameters' | 'clientId'>

/** The endpoint or the path of a request, with its parameters and its client. */
export function WhatWasAsked({ of: request }: { of: Asked }) {
  const client = request.clientId === null ? [] : [`client_id=${request.clientId}`]
  return (
    <Stack gap={2} align="flex-start">
      <span style={ANYWHERE}>{formatAsked(request)}</span>
      {[...client, ...request.parameters].map((parameter) => (
        <Code key={parameter} fz="xs" style={ANYWHERE}>
          {parameter}
        </Code>
      ))}
      {request.path !== null && (
        <Text size="xs" c="dimmed">
          {t('A path that does not exist')}
        </Text>
      )}
    </Stack>
  )
}

const ANYWHERE = { overflowWrap: 'anywhere', minWidth: 0 } as const
