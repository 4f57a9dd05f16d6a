import { Anchor, List, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { FirmAdminsDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Name } from '../../ui/name.tsx'

/** The admins of a firm, whom its other members can ask. */
export function AdminList({ firmId }: { firmId: string }) {
  const [{ data }] = useQuery({ query: FirmAdminsDocument, variables: { firmId } })
  const admins = data?.firmMembers?.members.filter(({ role }) => role === 'admin') ?? []
  if (admins.length === 0) return null
  return (
    <>
      <Text size="sm" mt="xs">
        {t('Admins of your firm:')}
      </Text>
      <List size="sm">
        {admins.map(({ id, name, email }) => (
          <List.Item key={id}>
            <Name>{name}</Name>{' '}
            <Anchor href={`mailto:${encodeURIComponent(email)}`} inherit underline="always">
              {email}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </>
  )
}
