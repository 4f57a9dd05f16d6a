import type { WebhookPauser, WebhookResult } from '../../generated/graphql.ts'

/** Why an endpoint is paused, and what to do. */
export const PAUSERS: Readonly<Record<WebhookPauser, { title: string; text: string }>> = {
  firm: {
    title: 'An admin of the firm has paused this endpoint',
    text: 'When it is resumed, it continues where it stopped.',
  },
  operator: {
    title: 'The operator has paused this endpoint',
    text: 'When it is resumed, it continues where it stopped.',
  },
  failures: {
    title: 'This endpoint failed for about three days, and was paused',
    text: 'Nothing is lost. Repair the receiver, send a test, and resume it.',
  },
  key: { title: 'The key has ended', text: 'Nothing more is sent.' },
}

/** How an attempt ended. */
export const RESULTS: Readonly<
  Record<WebhookResult, { label: string; text: string; color: string }>
> = {
  waiting: { label: 'Waiting', text: 'It is sent within seconds', color: 'gray' },
  delivered: { label: 'Delivered', text: 'The status was 200 to 299', color: 'leaf' },
  rejected: { label: 'Rejected', text: 'The status was not 200 to 299', color: 'red' },
  timeout: { label: 'No answer', text: 'There was no answer within 10 seconds', color: 'red' },
  refused_address: {
    label: 'Not public',
    text: 'The name leads to no public address',
    color: 'red',
  },
  tls: { label: 'Not secure', text: 'The certificate is not trusted', color: 'red' },
  connection: { label: 'No connection', text: 'The connection failed or was closed', color: 'red' },
}
