import { z } from 'zod'

const Answer = z.object({
  /** The request: the path with its parameters. */
  path: z.string(),
  /** The body of the request, if it has one. */
  sent: z.unknown().optional(),
  status: z.number(),
  /** The body of the answer; null if it has none. */
  body: z.unknown(),
})

const Answers = z.record(z.string(), Answer)

/** A request and what a gateway answered, recorded by `test/docs-pages/answers.test.ts`. */
export type RecordedAnswer = z.infer<typeof Answer>

/** Recorded answers by the ids of operations. */
export type RecordedAnswers = Readonly<Record<string, RecordedAnswer | undefined>>

/** Reads `answers.json`. */
export function readAnswers(text: string): RecordedAnswers {
  return Answers.parse(JSON.parse(text))
}
