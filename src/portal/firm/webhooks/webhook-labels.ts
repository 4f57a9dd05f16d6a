import type { WebhookPauser, WebhookResult } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'

const CONTINUES = t('When it is resumed, it continues where it stopped.')

/** Why an endpoint is paused, and what to do. */
export const PAUSERS: Readonly<Record<WebhookPauser, { title: string; text: string }>> = {
  firm: { title: t('Your firm has paused this endpoint'), text: CONTINUES },
  operator: { title: t('The operator has paused this endpoint'), text: CONTINUES },
  failures: {
    title: t('This endpoint failed, and was paused'),
    text: t('Nothing is lost. Repair the receiver, send a test, and resume it.'),
  },
  key: { title: t('The key has ended'), text: t('Nothing more is sent.') },
}

interface Result {
  readonly label: string
  readonly text: string
  /** By default that of a failure. */
  readonly color?: string
}

/** How an attempt ended. */
export const RESULTS: Readonly<Record<WebhookResult, Result>> = {
  waiting: { label: t('Waiting'), text: t('It is sent within seconds'), color: 'gray' },
  delivered: { label: t('Delivered'), text: t('The status was 200 to 299'), color: 'leaf' },
  rejected: { label: t('Rejected'), text: t('The status was not 200 to 299') },
  timeout: { label: t('No answer'), text: t('There was no answer within 10 seconds') },
  refused_address: { label: t('Not public'), text: t('The name leads to no public address') },
  tls: { label: t('Not secure'), text: t('The certificate is not trusted') },
  connection: { label: t('No connection'), text: t('The connection failed or was closed') },
}
