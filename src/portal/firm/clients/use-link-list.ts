import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import {
  type AskingKeyFragment,
  CreateConnectionLinksDocument,
  type CreateConnectionLinksMutation,
  type Scope,
} from '../../generated/graphql.ts'
import { type LineProblem, parseLinkList } from './link-list.ts'

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
    setProblems(refused.map(({ index, message }) => ({ line: lines[index] ?? 1, says: message })))
    return refused.length === 0 ? { ...list, apiKey } : null
  }
  return { text, setText, problems, setProblems, submit, busy, error }
}
