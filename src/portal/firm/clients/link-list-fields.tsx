import { Alert, FileInput, List, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import {
  type AskingKeyFragment,
  CreateConnectionLinksDocument,
  type CreateConnectionLinksMutation,
  type Scope,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import {
  decodeList,
  isTooLarge,
  type LineProblem,
  parseLinkList,
  REFUSED,
  TOO_LARGE,
} from './link-list.ts'

const SHOWN_PROBLEMS = 20

/** A list of clients as CSV, from a file or typed, and what is wrong with its lines. */
export function LinkListFields({ of: list }: { of: ReturnType<typeof useLinkList> }) {
  const read = async (file: File | null) => {
    if (!file) return
    // A file of UTF-16 has two bytes for a character.
    if (isTooLarge(file.size / 2)) return list.setProblems([{ line: 1, says: TOO_LARGE }])
    list.setProblems([])
    list.setText(decodeList(new Uint8Array(await file.arrayBuffer())))
  }
  const more = list.problems.length - SHOWN_PROBLEMS
  return (
    <>
      <FileInput
        label={t('File with the list')}
        placeholder={t('Choose a CSV file')}
        accept=".csv,.txt,text/csv,text/plain"
        onChange={read}
      />
      <Textarea
        label={t('The list')}
        description={t(
          'CSV. The first line names the columns: reference, email, state. Only the account with the email can answer its link.',
        )}
        placeholder={'reference,email\nK-1042,ada@example.com'}
        required
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        value={list.text}
        onChange={({ currentTarget }) => list.setText(currentTarget.value)}
      />
      {list.problems.length > 0 && (
        <Alert color="red" title={t('No link was created')} role="alert">
          <List size="sm">
            {list.problems.slice(0, SHOWN_PROBLEMS).map(({ line, says }) => (
              <List.Item key={`${line} ${says}`}>
                {t('Line {line}: {says}', { line, says })}
              </List.Item>
            ))}
          </List>
          {more > 0 && (
            <Text size="sm">
              {t('and {more, plural, one {# more line} other {# more lines}}', { more })}
            </Text>
          )}
        </Alert>
      )}
    </>
  )
}

type Created = CreateConnectionLinksMutation['createConnectionLinks']

export interface CreatedList extends Pick<Created, 'created' | 'open'> {
  readonly apiKey: AskingKeyFragment
}

interface Asked {
  readonly keyId: string
  readonly scopes: Scope[]
  readonly purpose: string
  readonly returnUrl: string | null
}

/** A list of clients that is typed or read from a file, and the links for it: all of them, or none. */
export function useLinkList() {
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<readonly LineProblem[]>([])
  const { run, busy, error } = useAction(CreateConnectionLinksDocument)
  const submit = async (apiKey: AskingKeyFragment, asked: Asked): Promise<CreatedList | null> => {
    const { clients, lines, problems } = parseLinkList(text)
    setProblems(problems)
    if (problems.length > 0) return null
    const made = await run({ input: { ...asked, entries: [...clients] } })
    if (!made) return null
    const { problems: refused, ...list } = made.createConnectionLinks
    setProblems(refused.map(({ index }) => ({ line: lines[index] ?? 1, says: REFUSED })))
    return refused.length === 0 ? { ...list, apiKey } : null
  }
  return { text, setText, problems, setProblems, submit, busy, error }
}
