import type { WebhookPauser, WebhookResult } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'

/** Why an endpoint is paused, and what to do. */
export const PAUSERS: Readonly<Record<WebhookPauser, { title: string; text: string }>> = {
  firm: {
    title: t('Your firm has paused this endpoint'),
    text: t('When it is resumed, it continues where it stopped.'),
  },
  operator: {
    title: t('The operator has paused this endpoint'),
    text: t('When it is resumed, it continues where it stopped.'),
  },
  failures: {
    title: t('This endpoint failed, and was paused'),
    text: t('Nothing is lost. Repair the receiver, send a test, and resume it.'),
  },
  key: { title: t('The key has ended'), text: t('Nothing more is sent.') },
}

/** How an attempt ended. */
export const RESULTS: Readonly<
  Record<WebhookResult, { label: string; text: string; color: string }>
> = {
  waiting: { label: t('Waiting'), text: t('It is sent within seconds'), color: 'gray' },
  delivered: { label: t('Delivered'), text: t('The status was 200 to 299'), color: 'leaf' },
  rejected: { label: t('Rejected'), text: t('The status was not 200 to 299'), color: 'red' },
  timeout: {
    label: t('No answer'),
    text: t('There was no answer within 10 seconds'),
    color: 'red',
  },
  refused_address: {
    label: t('Not public'),
    text: t('The name leads to no public address'),
    color: 'red',
  },
  tls: { label: t('Not secure'), text: t('The certificate is not trusted'), color: 'red' },
  connection: {
    label: t('No connection'),
    text: t('The connection failed or was closed'),
    color: 'red',
  },
}
